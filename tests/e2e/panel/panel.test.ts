import { blocks } from "#content/model/blocks.ts";
import { expect, test } from "../../support/browser/journey.ts";
import {
  openPanel,
  openRecord,
  recordsOf,
  seenByVisitors,
  signInOnce,
} from "../../support/browser/panel.ts";

const { banner, callToAction, experience, pricingPackages } = blocks;

test.beforeEach(({ page, furrow }) => signInOnce(page, furrow));

test("the banner's preview changes while the admin types, and the site changes when the banner is published", async ({
  page,
  furrow,
}) => {
  const { form } = await openRecord(page, banner);
  const preview = page.frameLocator("iframe[title=Preview]");
  const heading = form.getByRole("textbox", { name: "Heading", exact: true });
  await heading.fill("A heading that is half");
  await expect(preview.getByRole("heading").first()).toHaveText("A heading that is half");
  await heading.pressSequentially(" typed");
  await expect(preview.getByRole("heading").first()).toHaveText("A heading that is half typed");
  await page.getByText("Phone", { exact: true }).click();
  await expect(page.locator("iframe[title=Preview]")).toHaveCSS("width", "390px");
  expect(await seenByVisitors(furrow, "/")).not.toContain("A heading that is half");
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Banner is Updated", { exact: true })).toBeVisible();
  expect(await seenByVisitors(furrow, "/")).toContain("A heading that is half typed");
});

test("the preview shrinks again when its text is shortened", async ({ page }) => {
  const { form } = await openRecord(page, callToAction);
  await page.getByText("Phone", { exact: true }).click();
  const frame = page.locator("iframe[title=Preview]");
  const heightOf = async () => Math.round((await frame.boundingBox())?.height ?? 0);
  const text = form.getByRole("textbox").first();
  const short = await text.inputValue();
  await expect(frame.contentFrame().getByText(short).first()).toBeVisible();
  await expect.poll(heightOf).not.toBe(400);
  const before = await heightOf();
  await text.fill(`${short} ${"and further ".repeat(5)}`.slice(0, 80));
  await expect.poll(heightOf).toBeGreaterThan(before);
  await text.fill(short);
  await expect.poll(heightOf).toBe(before);
});

test("a draft is visible to admins only, until all drafts are published", async ({
  page,
  furrow,
}) => {
  const { form } = await openRecord(page, callToAction);
  await form.getByRole("textbox", { name: "Heading", exact: true }).fill("Only a draft of a call");
  await form.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Draft saved. Visitors do not see it yet.")).toBeVisible();
  expect(await seenByVisitors(furrow, "/service/")).not.toContain("Only a draft of a call");

  await openPanel(page, "/drafts");
  await expect(page.getByRole("link", { name: /Only a draft of a call/ })).toBeVisible();
  await page.goto("/admin/view-site?as=drafts&to=/service/");
  await expect(page.getByRole("heading", { name: "Only a draft of a call" })).toBeVisible();
  await page.getByRole("link", { name: "As visitors see it" }).click();
  await expect(page.getByRole("heading", { name: "Only a draft of a call" })).toHaveCount(0);

  await openPanel(page, "/drafts");
  const waiting = page.getByRole("list", { name: "Changes that are not published" });
  await expect(waiting.getByText(": Only a draft of a call")).toBeVisible();
  expect(await seenByVisitors(furrow, "/service/")).not.toContain("Only a draft of a call");
  await page.getByRole("button", { name: /^Publish (1 change|[2-9] changes)$/ }).click();
  await expect(page.getByText(/^(1 change is|[2-9] changes are) published$/)).toBeVisible();
  await expect(page.getByText("Everything is published")).toBeVisible();
  expect(await seenByVisitors(furrow, "/service/")).toContain("Only a draft of a call");
});

test("a discarded draft and discarded text are each restored with one click", async ({ page }) => {
  const { form } = await openRecord(page, banner);
  const heading = form.getByRole("textbox", { name: "Heading", exact: true });
  const before = await heading.inputValue();
  await heading.fill("Kept as a draft");
  await form.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Draft saved. Visitors do not see it yet.")).toBeVisible();
  const undo = page.getByRole("button", { name: "Undo" });
  await form.getByRole("button", { name: "Discard draft" }).click();
  await expect(heading).toHaveValue(before);
  await undo.click();
  await expect(heading).toHaveValue("Kept as a draft");
  await heading.fill("Typed after the draft");
  await form.getByRole("button", { name: "Discard draft" }).click();
  await expect(heading).toHaveValue(before);
  // The form shows the typed text at once, but the draft only after the response.
  const restored = page.waitForResponse((response) => response.request().method() === "POST");
  await undo.click();
  await expect(heading).toHaveValue("Typed after the draft");
  await restored;
  await expect(form.getByRole("button", { name: "Discard draft" })).toBeVisible();

  await page.reload();
  await form.getByRole("button", { name: "Show the saved text instead" }).click();
  await expect(heading).toHaveValue("Kept as a draft");
  await undo.click();
  await expect(heading).toHaveValue("Typed after the draft");
  await form.getByRole("button", { name: "Discard draft" }).click();
  await expect(heading).toHaveValue(before);
});

test("a discarded draft can be restored while the screen is reloading", async ({ page }) => {
  const { form } = await openRecord(page, banner);
  const heading = form.getByRole("textbox", { name: "Heading", exact: true });
  const before = await heading.inputValue();
  await heading.fill("A draft to discard");
  await form.getByRole("button", { name: "Save draft" }).click();
  // The button appears when the screen has been loaded again, which must not be held back here.
  await expect(form.getByRole("button", { name: "Discard draft" })).toBeVisible();
  const { promise: undone, resolve: letLoad } = Promise.withResolvers<void>();
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() === "GET") await undone;
    await route.continue();
  });
  await form.getByRole("button", { name: "Discard draft" }).click();
  await expect(heading).toHaveValue(before);
  await page.getByRole("button", { name: "Undo" }).click();
  letLoad();
  await expect(heading).toHaveValue("A draft to discard");
  await form.getByRole("button", { name: "Discard draft" }).click();
  await expect(heading).toHaveValue(before);
});

test("changes of different fields in two tabs are both kept", async ({ page, context, furrow }) => {
  const { form: first } = await openRecord(page, experience);
  const otherTab = await context.newPage();
  const { form: second } = await openRecord(otherTab, experience);
  await first
    .getByRole("textbox", { name: "Heading", exact: true })
    .fill("The heading of the first tab");
  await second
    .getByRole("textbox", { name: "Details", exact: true })
    .fill("The details of the second tab");
  await first.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Experience Section is Updated")).toBeVisible();
  await second.getByRole("button", { name: "Publish" }).click();
  await expect(otherTab.getByText("Experience Section is Updated")).toBeVisible();
  const site = await seenByVisitors(furrow, "/service/");
  expect(site).toContain("The heading of the first tab");
  expect((await recordsOf(page, experience))[0]).toMatchObject({
    experienceHeading: "The heading of the first tab",
    experienceDetails: "The details of the second tab",
  });
  await expect(second.getByRole("textbox", { name: "Heading", exact: true })).toHaveValue(
    "The heading of the first tab",
  );
});

test("changes of the same field in two tabs lead to a choice between both texts", async ({
  page,
  context,
}) => {
  const { form: first } = await openRecord(page, experience);
  const otherTab = await context.newPage();
  const { form: second } = await openRecord(otherTab, experience);
  await first
    .getByRole("textbox", { name: "Heading", exact: true })
    .fill("What the first tab says");
  await second
    .getByRole("textbox", { name: "Heading", exact: true })
    .fill("What the second tab says");
  await first.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Experience Section is Updated")).toBeVisible();
  await second.getByRole("button", { name: "Publish" }).click();
  await expect(second.getByText("What the first tab says")).toBeVisible();
  await expect(second.getByText("What the second tab says")).toBeVisible();
  expect((await recordsOf(page, experience))[0]?.experienceHeading).toBe("What the first tab says");
  await expect(second.getByText("You changed the same field in another tab")).toBeVisible();
  await expect(second.getByText("Someone else")).toHaveCount(0);
  await expect(second.getByRole("radio", { name: /^In another tab/ })).toBeVisible();
  await second.getByRole("radio", { name: /^Here/ }).check();
  await second.getByRole("button", { name: "Use these texts" }).click();
  await second.getByRole("button", { name: "Publish" }).click();
  await expect(otherTab.getByText("Experience Section is Updated")).toBeVisible();
  expect((await recordsOf(page, experience))[0]?.experienceHeading).toBe(
    "What the second tab says",
  );
});

test("an earlier price of a plan is restored from the history, and the restoration is undone", async ({
  page,
  furrow,
}) => {
  const { form, record } = await openRecord(page, pricingPackages);
  await form.getByLabel("Price in US dollars").fill("1234.5");
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Pricing One Is Updated")).toBeVisible();
  expect(await seenByVisitors(furrow, "/pricing/")).toContain("1,234.50");

  await openRecord(page, pricingPackages);
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByText(furrow.adminEmail).last()).toBeVisible();
  await expect(page.getByText("Price in US dollars").last()).toBeVisible();
  await page.getByRole("button", { name: "Restore and publish" }).last().click();
  await expect(page.getByText("Pricing One Is Updated")).toBeVisible();
  expect((await recordsOf(page, pricingPackages))[0]).toEqual(record);
  expect(await seenByVisitors(furrow, "/pricing/")).not.toContain("1,234.50");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(async () => (await recordsOf(page, pricingPackages))[0]?.packagePrice)
    .toBe("1234.50");
  await expect(page.getByText("restored an earlier version")).toHaveCount(2);
  await page.getByRole("button", { name: "Restore and publish" }).last().click();
  await expect
    .poll(async () => (await recordsOf(page, pricingPackages))[0]?.packagePrice)
    .toBe(record.packagePrice);
  await page.getByRole("tab", { name: "Edit" }).click();
  await expect(page.getByLabel("Price in US dollars")).toHaveValue(record.packagePrice ?? "");
});
