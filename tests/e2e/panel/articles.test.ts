import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { coldTest, expect, test } from "../../support/browser/journey.ts";
import { phone } from "../../support/browser/keyboard-and-phone.ts";
import { notices, openPanel, seenByVisitors, signInOnce } from "../../support/browser/panel.ts";
import { paste } from "../../support/browser/paste.ts";
import { blackPng } from "../../support/pictures.ts";
import { turnableClock } from "../../support/servers/turned-clock.ts";
import { scaled } from "../../support/time-limits.ts";

const clock = turnableClock();
const dayMs = 24 * 60 * 60 * 1000;
const minuteMs = 60_000;

// A separate site, because the journeys turn its clock and read its list of articles.
test.use({ furrowSettings: clock.settings });
coldTest.use({ furrowSettings: clock.settings });

const pasted = (name: string) =>
  readFileSync(new URL(`../../support/pasted/${name}`, import.meta.url), "utf8");

const canvas = (page: Page) => page.frameLocator('iframe[title$=" page"]');
const articleForm = (page: Page) => page.getByRole("form", { name: "Article", exact: true });
const textOf = (form: Locator) => form.getByRole("textbox", { name: "Text", exact: true });

async function describePicture(page: Page, alt: string): Promise<void> {
  const picture = page.getByRole("dialog", { name: "Picture" });
  await picture.getByLabel("Alt text").fill(alt);
  await picture.getByRole("button", { name: "Save" }).click();
  await expect(picture).toHaveCount(0);
  await expect(textOf(articleForm(page))).toBeFocused();
}

/** The day after that of an instant, in UTC, which is the time zone of a new site. */
function dayAfter(at: number): string {
  return new Date(at + dayMs).toISOString().slice(0, 10);
}

test("an article of pasted texts is published at its time, moves, and was not there the day before", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/article-list");
  await page.getByRole("textbox", { name: "New article" }).fill("Prices of a field");
  await page.getByRole("button", { name: "Start empty" }).click();
  const form = articleForm(page);
  const shown = canvas(page);
  await expect(shown.getByRole("heading", { level: 1 })).toHaveText("Prices of a field");

  await form.getByRole("textbox", { name: "Summary" }).fill("What a field costs in a year.");
  await expect(shown.getByText("What a field costs in a year.")).toBeVisible();
  const editor = textOf(form);
  await editor.click();
  await paste(editor, { html: pasted("word.html") });
  await page.keyboard.press("Control+End");
  await paste(editor, { html: pasted("google-docs.html") });
  for (const alt of ["In spring", "In summer", "In autumn"]) {
    await page.keyboard.press("Control+End");
    const bytes = blackPng(40 + alt.length, 30);
    await paste(editor, { picture: bytes.toString("base64") });
    await describePicture(page, alt);
  }
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n> Sown well is half grown.");
  await expect(editor.locator("blockquote")).toHaveText("Sown well is half grown.");
  await expect(editor.locator("table")).toHaveCount(2);

  await page.keyboard.type(" Twice.");
  await page.keyboard.press("Control+z");
  await expect(editor.locator("blockquote")).not.toContainText("Twice.");
  await page.keyboard.press("Control+Shift+z");
  await expect(editor.locator("blockquote")).toHaveText("Sown well is half grown. Twice.");
  await expect(shown.locator("#article figure img")).toHaveCount(3);
  await expect(shown.locator("#article blockquote")).toHaveText("Sown well is half grown. Twice.");
  // A click on the page leads to the field of what was clicked.
  await shown.getByRole("heading", { level: 1 }).click({ force: true });
  await expect(form.getByRole("textbox", { name: "Title", exact: true })).toBeFocused();

  const startedAt = Date.now();
  const plannedFor = Date.parse(`${dayAfter(startedAt)}T09:00Z`);
  await form.getByRole("button", { name: "Publish at a time…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish at a time" });
  await dialog.getByLabel("Day and time").fill(`${dayAfter(startedAt)}T09:00`);
  await dialog.getByRole("button", { name: "Plan it" }).click();
  await expect(form.getByText("publishes this draft on")).toBeVisible();
  const old = "/articles/prices-of-a-field/";
  expect((await fetch(furrow.url + old)).status).toBe(404);

  const aheadMs = plannedFor - startedAt + minuteMs;
  clock.turnAhead(aheadMs);
  await expect
    .poll(async () => (await fetch(furrow.url + old)).status, { timeout: scaled(30_000) })
    .toBe(200);
  const article = await seenByVisitors(furrow, old);
  for (const part of [
    "<h2>Soil before seed</h2>",
    '<a href="https://example.com/speed">how we measure</a>',
    "<blockquote><p>Sown well is half grown. Twice.</p></blockquote>",
    'alt="In spring"',
    'alt="In summer"',
    'alt="In autumn"',
    `dateTime="${dayAfter(startedAt)}"`,
  ]) {
    expect(article).toContain(part);
  }
  expect(article).not.toContain("Can we prove this?");
  expect(await seenByVisitors(furrow, "/articles/")).toContain(`<a href="${old}">`);
  expect(await seenByVisitors(furrow, "/articles/feed.xml")).toContain(furrow.url + old);
  expect(await seenByVisitors(furrow, "/sitemap.xml")).toContain(`<loc>${furrow.url}${old}</loc>`);

  await page.reload();
  await page.locator("html[data-hydrated]").waitFor();
  await form.getByRole("button", { name: "Title, address and search results" }).click();
  const present = "/articles/what-a-field-costs/";
  await form.getByRole("textbox", { name: "Address" }).fill(present);
  await form.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Article is Updated", { exact: true })).toBeVisible();
  const moved = await fetch(furrow.url + old, { redirect: "manual" });
  expect([moved.status, moved.headers.get("location")]).toEqual([301, present]);
  expect(await seenByVisitors(furrow, present)).toContain("Sown well is half grown.");
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  expect((await fetch(furrow.url + old, { redirect: "manual" })).status).toBe(200);

  const dayBefore = new Date(startedAt + aheadMs - dayMs + 5 * minuteMs);
  const asOf = (at: Date) =>
    openPanel(page, `/admin/site-as-of?at=${at.toISOString().slice(0, 16)}`);
  const pages = page.getByLabel("Page", { exact: true });
  await asOf(dayBefore);
  await expect(pages.locator("option", { hasText: "Home" })).toHaveCount(1);
  await expect(pages.locator("option", { hasText: "Prices of a field" })).toHaveCount(0);
  await asOf(new Date(startedAt + aheadMs));
  await pages.selectOption({ label: "Prices of a field" });
  const earlier = page.frameLocator('iframe[title$=", as it was"]');
  await expect(earlier.getByRole("heading", { level: 1 })).toHaveText("Prices of a field");
  await expect(earlier.getByText("What a field costs in a year.")).toBeVisible();
  await expect(earlier.locator("#article figure img")).toHaveCount(3);
});

coldTest.describe("on a phone", () => {
  coldTest.use(phone);

  coldTest(
    "a writer takes an article from its title to the public page by touch",
    async ({ page, furrow }) => {
      await signInOnce(page, furrow);
      await openPanel(page, "/article-list");
      await page.getByRole("textbox", { name: "New article" }).tap();
      await page.keyboard.type("Written on the way");
      await page.getByRole("button", { name: "Start empty" }).tap();
      const form = articleForm(page);
      await expect(canvas(page).getByRole("heading", { level: 1 })).toHaveText(
        "Written on the way",
      );
      await textOf(form).tap();
      await page.keyboard.type("A first line from the train.");
      await form.getByRole("button", { name: "Bold" }).tap();
      await textOf(form).tap();
      await page.keyboard.press("End");
      await page.keyboard.type(" And one more.");
      await expect(canvas(page).getByText("A first line from the train.")).toBeVisible();
      const reach = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(reach, "the page scrolls sideways").toBeLessThanOrEqual(0);
      await form.getByRole("button", { name: "Publish", exact: true }).tap();
      await expect(page.getByText("Article is Updated", { exact: true })).toBeVisible();

      await page.goto("/articles/written-on-the-way/");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Written on the way");
      await expect(page.getByText("A first line from the train.")).toBeVisible();
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(width, "the article scrolls sideways").toBeLessThanOrEqual(0);
    },
  );
});
