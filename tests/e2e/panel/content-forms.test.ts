import type { Locator } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import { expect, test } from "../../support/browser/journey.ts";
import {
  notices,
  openPanel,
  openRecord,
  publish,
  recordsOf,
  seenByVisitors,
  signInOnce,
  textField,
} from "../../support/browser/panel.ts";
import { photo } from "../../support/pictures.ts";

const { banner, callToAction, faqItems, pricingPackages, workSteps } = blocks;
const signedOut = "You are signed out. Log in again in another tab, then try again here.";

test.beforeEach(({ page, furrow }) => signInOnce(page, furrow));

test("an owner previews a change, saves, discards and restores it as a draft, and publishes it", async ({
  page,
  furrow,
}) => {
  const { form } = await openRecord(page, banner);
  const heading = textField(form, "Heading");
  const before = await heading.inputValue();
  await heading.fill("Half a heading");
  const frame = page.locator("iframe[title=Preview]");
  await expect(frame.contentFrame().getByRole("heading").first()).toHaveText("Half a heading");
  await page.getByText("Phone", { exact: true }).click();
  await expect(frame).toHaveCSS("width", "390px");

  await form.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Draft saved. Visitors do not see it yet.")).toBeVisible();
  await form.getByRole("button", { name: "Discard draft" }).click();
  await expect(heading).toHaveValue(before);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(heading).toHaveValue("Half a heading");
  await heading.fill("Typed after the draft");
  await page.reload();
  await form.getByRole("button", { name: "Show the saved text instead" }).click();
  await expect(heading).toHaveValue("Half a heading");

  const onSite = page.getByRole("heading", { name: "Half a heading" });
  await page.goto("/admin/view-site?as=drafts&to=/");
  await expect(onSite).toBeVisible();
  await page.getByRole("link", { name: "As visitors see it" }).click();
  await expect(onSite).toHaveCount(0);
  await openPanel(page, "/drafts");
  const waiting = page.getByRole("list", { name: "Changes that are not published" });
  await expect(waiting.getByText(": Half a heading")).toBeVisible();
  await page.getByRole("button", { name: /^Publish (1 change|\d changes)$/ }).click();
  await expect(page.getByText("Everything is published")).toBeVisible();
  expect(await seenByVisitors(furrow, "/")).toContain("Half a heading");
});

test("an earlier price of a plan is restored from the history, and the restoration is undone", async ({
  page,
  furrow,
}) => {
  const { form, record } = await openRecord(page, pricingPackages);
  const price = form.getByLabel("Price in US dollars");
  await price.fill("1234.5");
  await publish(form);
  // The form has then dropped the typed text, which it would show again after the next page load.
  await expect(page.getByText("Pricing One Is Updated")).toBeVisible();
  expect(await seenByVisitors(furrow, "/pricing/")).toContain("1,234.50");

  const stored = async () => (await recordsOf(page, pricingPackages))[0]?.packagePrice;
  const restore = page.getByRole("button", { name: "Restore and publish" }).last();
  await openRecord(page, pricingPackages);
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByRole("tabpanel").getByText(furrow.adminEmail).first()).toBeVisible();
  await restore.click();
  await expect.poll(stored).toBe(record.packagePrice);
  await notices(page).getByRole("button", { name: "Undo" }).last().click();
  await expect.poll(stored).toBe("1234.50");
  await expect(page.getByText("restored an earlier version")).toHaveCount(2);
  await restore.click();
  await expect.poll(stored).toBe(record.packagePrice);
  await page.getByRole("tab", { name: "Edit" }).click();
  await expect(price).toHaveValue(record.packagePrice ?? "");
});

test("changes of different fields in two tabs are both kept, and changes of the same field lead to a choice", async ({
  page,
  context,
}) => {
  const heading = (form: Locator) => textField(form, "Heading");
  const line = (form: Locator) => textField(form, "Line above the heading");
  const { form: first } = await openRecord(page, banner);
  const { form: second } = await openRecord(await context.newPage(), banner);
  await heading(first).fill("Heading of the first tab");
  await line(second).fill("Line of the second tab");
  await publish(first);
  await publish(second);
  await expect(heading(second)).toHaveValue("Heading of the first tab");
  const [merged] = await recordsOf(page, banner);
  expect(merged?.bannerHeading).toBe("Heading of the first tab");
  expect(merged?.bannerText).toBe("Line of the second tab");

  await heading(first).fill("First again");
  await publish(first);
  await heading(second).fill("Second again");
  await publish(second);
  await expect(second.getByText("You changed the same field in another tab")).toBeVisible();
  expect((await recordsOf(page, banner))[0]?.bannerHeading).toBe("First again");
  // Text that is typed after the conflict appears in the choice.
  await heading(second).fill("Second again, and more");
  await expect(second.getByText("Here: Second again, and more")).toBeVisible();
  await expect(second.getByRole("radio", { name: /^In another tab: First again/ })).toBeVisible();
  await second.getByRole("radio", { name: /^Here/ }).check();
  await second.getByRole("button", { name: "Use these texts" }).click();
  await publish(second);
  expect((await recordsOf(page, banner))[0]?.bannerHeading).toBe("Second again, and more");
});

test("typed text survives a closed tab, a lost connection and the end of the session, and can then be published", async ({
  page,
  context,
  furrow,
}) => {
  const { form: closed } = await openRecord(page, workSteps);
  await textField(closed, "Title").fill("Typed in a tab that is closed");
  await page.close();
  const tab = await context.newPage();
  const { form } = await openRecord(tab, workSteps);
  await expect(tab.getByText("Your unsaved text was restored")).toBeVisible();
  const title = textField(form, "Title");
  await expect(title).toHaveValue("Typed in a tab that is closed");
  const button = form.getByRole("button", { name: "Publish", exact: true });

  await expect(tab.locator(".mantine-Notifications-root").first()).toBeAttached();
  // React Router reloads a page whose last module cannot be loaded.
  await tab.waitForLoadState("networkidle");
  await context.setOffline(true);
  await button.click();
  await expect(form.getByText("You are offline.")).toBeVisible();
  await expect(notices(tab)).toHaveCount(1);
  await context.setOffline(false);

  await title.fill("Typed when the session ended");
  await context.clearCookies();
  await button.click();
  await expect(form.getByText(signedOut)).toBeVisible();
  await expect(title).toHaveValue("Typed when the session ended");
  await signInOnce(tab, furrow);
  await publish(form);
  await expect(tab.getByText(signedOut)).toHaveCount(0);
  expect((await recordsOf(tab, workSteps))[0]?.stepTitle).toBe("Typed when the session ended");
});

test("text typed during a save is never lost, and a text over its limit is kept whole", async ({
  page,
}) => {
  const { form } = await openRecord(page, callToAction);
  const heading = textField(form, "Heading");
  for (let round = 0; round < 3; round++) {
    await heading.fill("Typed on");
    await form.getByRole("button", { name: "Publish", exact: true }).click({ noWaitAfter: true });
    // Types in every event loop turn, so that some text arrives between the response and its
    // rendering.
    const typed = await heading.evaluate(async (field: HTMLInputElement) => {
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      const until = performance.now() + 400;
      let letters = 0;
      while (performance.now() < until) {
        setValue?.call(field, `${field.value}!`);
        field.dispatchEvent(new Event("input", { bubbles: true }));
        letters += 1;
        await new Promise((resolve) => setTimeout(resolve));
      }
      return letters;
    });
    await expect(heading).toHaveValue(`Typed on${"!".repeat(typed)}`);
  }
  await heading.fill("A row of beans. ".repeat(10));
  await expect(form.getByText("characters too long. The limit is 120.")).toBeVisible();
  await publish(form);
  await expect(form.getByText("Heading can have at most 120 characters.").first()).toBeVisible();
  await expect(heading).toHaveValue("A row of beans. ".repeat(10));
});

test("a double click publishes once", async ({ page }) => {
  const before = await recordsOf(page, faqItems);
  await openPanel(page, "/edit-faq");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const form = page.getByRole("form", { name: "FAQ item", exact: true });
  await textField(form, "Question").fill("Asked once?");
  await textField(form, "Answer").fill("Once.");
  // Two clicks in one task, as a browser on a busy machine delivers a double click.
  await form
    .getByRole("button", { name: "Add and publish" })
    .evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
  await expect(form).toBeHidden();
  await expect(notices(page)).toHaveCount(1);
  expect(await recordsOf(page, faqItems)).toHaveLength(before.length + 1);
});

test("a picture is uploaded in a form: a refused file is named, and nothing is published meanwhile", async ({
  page,
}) => {
  const { form, record } = await openRecord(page, banner);
  const publishButton = form.getByRole("button", { name: "Publish", exact: true });
  const file = form.locator("input[type=file]").first();
  const refused = Buffer.from("no picture at all");
  await file.setInputFiles({ name: "refused.png", mimeType: "image/png", buffer: refused });
  await expect(form.getByText("refused.png")).toBeVisible();
  await expect(publishButton).toBeEnabled();

  const mayArrive = Promise.withResolvers<void>();
  await page.route("**/api/media", async (route) => {
    await mayArrive.promise;
    await route.continue();
  });
  const buffer = await photo(120, 80);
  await file.setInputFiles({ name: "field.jpg", mimeType: "image/jpeg", buffer });
  await expect(publishButton).toBeDisabled();
  await expect(form.getByText("You can publish when the picture is uploaded.")).toBeVisible();
  await textField(form, "Button text").press("Enter");
  mayArrive.resolve();
  await expect(publishButton).toBeEnabled();
  await expect(form.getByText("refused.png")).toHaveCount(0);
  const picture = form.locator("[name=imageOne]");
  await expect(picture).toHaveValue(/^\/media\//);
  expect(await recordsOf(page, banner)).toEqual([record]);
  await publish(form);
  const [published] = await recordsOf(page, banner);
  expect(published?.imageOne).toBe(await picture.inputValue());
});
