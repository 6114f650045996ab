import type { Page } from "@playwright/test";
import { blocks } from "../../src/content/model/blocks.ts";
import { coldTest, expect, test } from "../support/journey.ts";
import { openPanel, recordsOf, seenByVisitors, signInOnce } from "../support/panel.ts";

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

test("2 clicks lead from Today to the banner's heading, and the page changes while typing", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const before = await textOf(page, banner, "bannerHeading");
  await openPanel(page, "/admin");
  await page.getByRole("link", { name: "Site", exact: true }).first().click();
  await clickOnPage(page, before);
  const field = editor(page).getByRole("textbox", { name: "Heading", exact: true });
  await expect(field).toBeFocused();
  await field.fill("Grown in good soil");
  await expect(canvas(page).getByRole("heading", { level: 1 })).toHaveText("Grown in good soil");

  // A reload keeps the form open with its text.
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

test("G and S open the site by keyboard, and Enter on a section focuses its first field", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  const entry = sections(page).getByRole("button", { name: /^Banner/ });
  await expect(entry).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(entry).toBeFocused({ timeout: 1 });
  }).toPass({ intervals: [1] });
  await page.keyboard.press("Enter");
  await expect(editor(page).getByRole("textbox").first()).toBeFocused();
});

test("changes on 2 pages are published with 1 click, and undone with another", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const edits = [
    { path: "/admin/site", text: await textOf(page, banner, "bannerText"), to: "Sown in March" },
    {
      path: "/admin/site",
      text: await textOf(page, pricingPackages, "packagePointOne"),
      to: "A small bed",
    },
    {
      path: "/admin/site?page=service",
      text: await textOf(page, callToAction, "heading"),
      to: "Sow with us",
    },
  ];
  for (const { path, text, to } of edits) {
    await openPanel(page, path);
    await clickOnPage(page, text);
    const field = editor(page).locator(":focus");
    await expect(field).toHaveValue(text);
    await field.fill(to);
    await editor(page).getByRole("button", { name: "Save draft" }).click();
    await expect(
      page.getByText("The draft is saved; visitors do not see it").first(),
    ).toBeVisible();
  }
  await openPanel(page, "/admin/site");
  const waiting = await changes(page).count();
  await page.getByRole("button", { name: `Publish ${waiting} changes` }).click();
  await expect(page.getByText(`${waiting} changes are published`)).toBeVisible();
  await expect(changes(page)).toHaveCount(0);
  expect(await seenByVisitors(furrow, "/")).toContain("Sown in March");
  expect(await seenByVisitors(furrow, "/service/")).toContain("Sow with us");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(changes(page)).toHaveCount(waiting);
  expect(await seenByVisitors(furrow, "/")).not.toContain("Sown in March");
  expect(await seenByVisitors(furrow, "/service/")).not.toContain("Sow with us");

  const before = await seenByVisitors(furrow, "/service/");
  await page.getByRole("button", { name: /^Discard the draft of Call to action/ }).click();
  await expect(changes(page)).toHaveCount(waiting - 1);
  expect(await seenByVisitors(furrow, "/service/")).toBe(before);
});

test("a section with a list shows its records, adds a record and opens one", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin/site?page=service");
  await sections(page).getByText(workSteps.title).click();
  const steps = await recordsOf(page, workSteps);
  await expect(editor(page).getByRole("row")).toHaveCount(steps.length);
  await editor(page)
    .getByRole("button", { name: `Add: ${workSteps.title}` })
    .click();
  await expect(editor(page).getByRole("textbox").first()).toBeFocused();
  await page.goBack();
  await expect(editor(page).getByRole("row")).toHaveCount(steps.length);
});

coldTest.describe("on a phone", () => {
  coldTest.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  coldTest(
    "2 taps lead from Today to the banner's form, which is below the page",
    async ({ page, furrow }) => {
      await signInOnce(page, furrow);
      const heading = await textOf(page, banner, "bannerHeading");
      await openPanel(page, "/admin");
      await page.getByRole("navigation", { name: "Most used" }).getByText("Site").tap();
      const shown = canvas(page).getByText(heading, { exact: true }).first();
      await shown.tap({ force: true });
      const field = editor(page).getByRole("textbox", { name: "Heading", exact: true });
      await expect(field).toBeFocused();
      await field.fill("Typed on a phone");
      await expect(canvas(page).getByText("Typed on a phone")).toBeInViewport();
    },
  );
});
