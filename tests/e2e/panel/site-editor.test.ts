import type { Page } from "@playwright/test";
import type { ContentRequest } from "#app/admin/site/content/content-intents.server.ts";
import { blocks } from "#content/model/blocks.ts";
import { countEffort } from "../../support/browser/effort.ts";
import { coldTest, expect, test } from "../../support/browser/journey.ts";
import { openPanel, recordsOf, seenByVisitors, signInOnce } from "../../support/browser/panel.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";

// A separate site, because the editor publishes all drafts.
const settings = { furrowSettings: { OWNER_EMAIL: "editor@furrow.example" } };
test.use(settings);
coldTest.use(settings);

const { banner, callToAction, pricingPackages, workSteps } = blocks;

const editor = (page: Page) => page.getByRole("complementary", { name: "Editor" });
const canvas = (page: Page) => page.frameLocator('iframe[title$=" page"]');
const sections = (page: Page) => page.getByRole("navigation", { name: /^Sections of/ });
const changes = (page: Page) =>
  page.getByRole("list", { name: "Changes that are not published" }).getByRole("listitem");

/**
 * Clicks a text of the page in the editor. Uses `force`, because an overlay receives the clicks.
 */
async function clickOnPage(page: Page, text: string): Promise<void> {
  const shown = canvas(page).getByText(text, { exact: true }).first();
  await shown.scrollIntoViewIfNeeded();
  await shown.click({ force: true });
}

const textOf = async (page: Page, block: (typeof blocks)[keyof typeof blocks], field: string) =>
  ((await recordsOf(page, block))[0] as Record<string, string> | undefined)?.[field] ?? "";

/** Saves a draft of the block's first record, as the editor does. */
async function saveDraft(
  page: Page,
  furrow: FurrowServer,
  block: (typeof blocks)[keyof typeof blocks],
  change: Readonly<Record<string, string>>,
): Promise<void> {
  const [{ _id: id, ...values } = { _id: "" }] = await recordsOf(page, block);
  const data: ContentRequest = {
    intent: "draft",
    block: block.name,
    id,
    values: { ...(values as Record<string, string>), ...change },
    base: null,
    seen: null,
  };
  const answer = await page.request.post("/admin/content.data", {
    headers: { origin: furrow.url },
    data,
  });
  expect(answer.ok()).toBe(true);
}

/** Saves three drafts on two pages; returns a text that all three drafts contain. */
async function saveThreeDrafts(page: Page, furrow: FurrowServer): Promise<string> {
  const mark = `Sown ${Date.now()}`;
  await saveDraft(page, furrow, banner, { bannerText: mark });
  await saveDraft(page, furrow, pricingPackages, { packagePointOne: mark });
  await saveDraft(page, furrow, callToAction, { heading: mark });
  return mark;
}

test("a pressed section is marked at once, before its form is rendered", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin/site");
  const section = sections(page).getByRole("button", { name: /^Banner/ });
  const isMarked = await section.evaluate(async (button) => {
    (button as HTMLElement).click();
    await Promise.resolve();
    return (button as HTMLElement).dataset.opening;
  });
  expect(isMarked).toBe("true");
  await expect(page.locator('[name="bannerHeading"]')).toBeVisible();
});

test("2 clicks lead from Today to the caret in the banner's heading, and the page changes while the admin types (730 ms)", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const before = await textOf(page, banner, "bannerHeading");
  await openPanel(page, "/admin");
  const effort = await countEffort(page);
  await page.getByRole("link", { name: "Site", exact: true }).first().click();
  await clickOnPage(page, before);
  const field = editor(page).getByRole("textbox", { name: "Heading", exact: true });
  await expect(field).toBeFocused();
  await effort.isAsInTitle();
  await field.fill("Grown in good soil");
  await expect(canvas(page).getByRole("heading", { level: 1 })).toHaveText("Grown in good soil");

  await page.reload();
  await expect(field).toHaveValue("Grown in good soil");
  expect(await seenByVisitors(furrow, "/")).not.toContain("Grown in good soil");
  await editor(page).getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Banner is Updated", { exact: true })).toBeVisible();
  expect(await seenByVisitors(furrow, "/")).toContain("Grown in good soil");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  await expect(canvas(page).getByRole("heading", { level: 1 })).toHaveText("Grown in good soil");
  expect(await seenByVisitors(furrow, "/")).toContain(before);
  await page.goBack();
  await expect(sections(page)).toBeVisible();
});

test("by keyboard alone, 5 keys lead from Today to the caret in the banner's heading (330 ms)", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  const effort = await countEffort(page);
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  const entry = sections(page).getByRole("button", { name: /^Banner/ });
  await expect(entry).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(entry).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(editor(page).getByRole("textbox", { name: "Heading" }).first()).toBeFocused();
  await effort.isAsInTitle();
});

test("3 changes on 2 pages are published with 1 click, and 1 click undoes the publication (210 ms and 110 ms)", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const mark = await saveThreeDrafts(page, furrow);
  await openPanel(page, "/admin/site");
  await expect(changes(page)).toHaveCount(3);
  const effort = await countEffort(page);
  await page.getByRole("button", { name: "Publish 3 changes" }).click();
  await expect(page.getByText("3 changes are published")).toBeVisible();
  await expect(changes(page)).toHaveCount(0);
  await effort.isAsInTitle();
  expect(await seenByVisitors(furrow, "/")).toContain(mark);
  expect(await seenByVisitors(furrow, "/service/")).toContain(mark);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(changes(page)).toHaveCount(3);
  await effort.isAsInTitle();
  expect(await seenByVisitors(furrow, "/")).not.toContain(mark);
  expect(await seenByVisitors(furrow, "/service/")).not.toContain(mark);
});

test("by keyboard alone, 3 keys from Today publish 3 changes, and 1 key undoes the publication (370 ms and 250 ms)", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const mark = await saveThreeDrafts(page, furrow);
  await openPanel(page, "/admin");
  const effort = await countEffort(page);
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(changes(page)).toHaveCount(3);
  await page.keyboard.press("p");
  await expect(page.getByText("3 changes are published")).toBeVisible();
  await expect(changes(page)).toHaveCount(0);
  await effort.isAsInTitle();
  expect(await seenByVisitors(furrow, "/")).toContain(mark);
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.keyboard.press("z");
  await expect(changes(page)).toHaveCount(3);
  await effort.isAsInTitle();
  expect(await seenByVisitors(furrow, "/")).not.toContain(mark);
});

test("the focus moves to the next change when a change is discarded, and to the first section when all changes are published", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await saveThreeDrafts(page, furrow);
  await openPanel(page, "/admin/site");
  const before = await seenByVisitors(furrow, "/service/");
  const discard = changes(page).getByRole("button", { name: /^Discard the draft of/ });
  await discard.nth(1).focus();
  await page.keyboard.press("Enter");
  await expect(discard).toHaveCount(2);
  await expect(changes(page).nth(1).locator(":focus-visible")).toBeInViewport();
  expect(await seenByVisitors(furrow, "/service/")).toBe(before);

  await page.getByRole("button", { name: "Publish 2 changes" }).focus();
  await page.keyboard.press("Enter");
  await expect(changes(page)).toHaveCount(0);
  await expect(sections(page).getByRole("button").first()).toBeFocused();
  await expect(page.locator(":focus-visible")).toBeInViewport();
});

test("the editor of a section with a list shows the records, and opens a form for a new record", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin/site?page=service");
  await sections(page).getByText(workSteps.title).click();
  const steps = await recordsOf(page, workSteps);
  await expect(editor(page).getByRole("row")).toHaveCount(steps.length);
  await editor(page)
    .getByRole("button", { name: `Add: ${workSteps.singular}` })
    .click();
  await expect(editor(page).getByRole("textbox").first()).toBeFocused();
  await page.goBack();
  await expect(editor(page).getByRole("row")).toHaveCount(steps.length);
});

coldTest.describe("on a phone", () => {
  coldTest.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  coldTest(
    "2 taps lead from Today to the banner's form, which is below the page (580 ms)",
    async ({ page, furrow }) => {
      await signInOnce(page, furrow);
      const heading = await textOf(page, banner, "bannerHeading");
      await openPanel(page, "/admin");
      const effort = await countEffort(page);
      await page.getByRole("navigation", { name: "Most used" }).getByText("Site").tap();
      const shown = canvas(page).getByText(heading, { exact: true }).first();
      await shown.tap({ force: true });
      const field = editor(page).getByRole("textbox", { name: "Heading", exact: true });
      await expect(field).toBeFocused();
      await effort.isAsInTitle();
      await field.fill("Typed on a phone");
      await expect(canvas(page).getByText("Typed on a phone")).toBeInViewport();
    },
  );

  coldTest(
    "2 taps from Today publish 3 changes, and 1 tap undoes the publication (360 ms and 110 ms)",
    async ({ page, furrow }) => {
      await signInOnce(page, furrow);
      const mark = await saveThreeDrafts(page, furrow);
      await openPanel(page, "/admin");
      const effort = await countEffort(page);
      await page.getByRole("link", { name: /^Review drafts: 3 drafts/ }).tap();
      await page.getByRole("button", { name: "Publish 3 changes" }).tap();
      await expect(page.getByText("3 changes are published")).toBeVisible();
      await effort.isAsInTitle();
      expect(await seenByVisitors(furrow, "/service/")).toContain(mark);
      const undo = page.getByRole("button", { name: "Undo" });
      await expect(undo).toBeInViewport({ ratio: 1 });
      await undo.tap();
      await expect(changes(page)).toHaveCount(3);
      await effort.isAsInTitle();
      expect(await seenByVisitors(furrow, "/service/")).not.toContain(mark);
    },
  );
});
