import type { Page } from "@playwright/test";
import type { ContentRequest } from "#app/admin/site/content/content-intents.server.ts";
import { blocks } from "#content/model/blocks.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, recordsOf, seenByVisitors, signInOnce } from "../../support/browser/panel.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";

// A separate site, because the editor publishes all drafts.
test.use({ furrowSettings: { OWNER_EMAIL: "editor@furrow.example" } });

const { banner, callToAction, pricingPackages, workSteps } = blocks;

const editor = (page: Page) => page.getByRole("complementary", { name: "Editor" });
const canvas = (page: Page) => page.frameLocator('iframe[title$=" page"]');
const sections = (page: Page) => page.getByRole("navigation", { name: /^Sections of/ });
const changes = (page: Page) =>
  page.getByRole("list", { name: "Changes that are not published" }).getByRole("listitem");

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

test("an admin presses a section of the page, and the page changes while the admin types, publishes and undoes", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const before = (await recordsOf(page, banner))[0]?.bannerHeading ?? "";
  await openPanel(page, "/admin");
  await page.getByRole("link", { name: "Site", exact: true }).first().click();
  const pressed = canvas(page).getByText(before, { exact: true }).first();
  // Waits until the page has its size. Uses `force`, because an overlay receives the clicks.
  await pressed.scrollIntoViewIfNeeded();
  await pressed.click({ force: true });
  const field = editor(page).getByRole("textbox", { name: "Heading", exact: true });
  await expect(field).toBeFocused();
  await field.fill("Grown in good soil");
  const shown = canvas(page).getByRole("heading", { level: 1 });
  await expect(shown).toHaveText("Grown in good soil");

  await page.reload();
  await expect(field).toHaveValue("Grown in good soil");
  expect(await seenByVisitors(furrow, "/")).not.toContain("Grown in good soil");
  await editor(page).getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Banner is Updated", { exact: true })).toBeVisible();
  expect(await seenByVisitors(furrow, "/")).toContain("Grown in good soil");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  await expect(shown).toHaveText("Grown in good soil");
  expect(await seenByVisitors(furrow, "/")).toContain(before);

  await openPanel(page, "/admin/site?page=service");
  await sections(page).getByText(workSteps.title).click();
  const rows = editor(page).getByRole("row");
  await expect(rows).toHaveCount((await recordsOf(page, workSteps)).length);
  await editor(page)
    .getByRole("button", { name: `Add: ${workSteps.singular}` })
    .click();
  await expect(editor(page).getByRole("textbox").first()).toBeFocused();
  await page.goBack();
  await expect(rows.first()).toBeVisible();
});

test("by keyboard alone, the changes of two pages are published together, undone and discarded, and the focus stays at the work", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const mark = await saveThreeDrafts(page, furrow);
  await openPanel(page, "/admin");
  const { keyboard } = page;
  await keyboard.press("g");
  await keyboard.press("s");
  await expect(changes(page)).toHaveCount(3);
  await keyboard.press("p");
  await expect(page.getByText("3 changes are published")).toBeVisible();
  await expect(changes(page)).toHaveCount(0);
  expect(await seenByVisitors(furrow, "/")).toContain(mark);
  expect(await seenByVisitors(furrow, "/service/")).toContain(mark);
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await keyboard.press("z");
  await expect(changes(page)).toHaveCount(3);
  expect(await seenByVisitors(furrow, "/")).not.toContain(mark);
  expect(await seenByVisitors(furrow, "/service/")).not.toContain(mark);

  const discard = changes(page).getByRole("button", { name: /^Discard the draft of/ });
  await discard.nth(1).focus();
  await keyboard.press("Enter");
  await expect(discard).toHaveCount(2);
  await expect(changes(page).nth(1).locator(":focus-visible")).toBeInViewport();
  await page.getByRole("button", { name: "Publish 2 changes" }).focus();
  await keyboard.press("Enter");
  await expect(changes(page)).toHaveCount(0);
  await expect(sections(page).getByRole("button").first()).toBeFocused();
  await keyboard.press("j");
  await expect(sections(page).getByRole("button", { name: /^Banner/ })).toBeFocused();
  await keyboard.press("Enter");
  await expect(editor(page).getByRole("textbox", { name: "Heading" }).first()).toBeFocused();
});
