import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import { expect, test } from "../../support/browser/journey.ts";
import {
  notices,
  openPanel,
  openRecord,
  recordsOf,
  renderLate,
  seenByVisitors,
  signInOnce,
} from "../../support/browser/panel.ts";

const { banner, faqItems, pricingPackages, serviceItems, testimonials, workSteps } = blocks;

test.beforeEach(({ page, furrow }) => signInOnce(page, furrow));

const undo = (page: Page, message: string) =>
  notices(page).filter({ hasText: message }).getByRole("button", { name: "Undo" }).click();
const row = (page: Page, label: string) => page.getByRole("row").filter({ hasText: label });

/** Labels of the first three records of a block in the order of the draft. */
async function draftOrder(page: Page, block: Block): Promise<string[]> {
  const answer = await page.request.get(`/api/content/${block.name}`);
  const records: { label: string }[] = await answer.json();
  return records.slice(0, 3).map(({ label }) => label);
}

/** Moves the focused third question to the top and back, and waits until each order is saved. */
async function moveThirdUpAndBack(page: Page, [first, second, third]: string[]): Promise<void> {
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => draftOrder(page, faqItems)).toEqual([third, first, second]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => draftOrder(page, faqItems)).toEqual([first, second, third]);
}

test("the owner reorders services by keyboard as a draft, publishes the new order, and undoes the publishing", async ({
  page,
  furrow,
}) => {
  await openPanel(page, "/edit-service");
  const titles = serviceItems.seed.map(({ serviceTitle }) => serviceTitle);
  const [first = "", second = "", third = ""] = titles;
  const handle = page.getByRole("button", { name: `Move ${third}` });
  await handle.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  const inOrder = async () => {
    const records = await recordsOf(page, serviceItems);
    return records.slice(0, 3).map(({ serviceTitle }) => serviceTitle);
  };
  await expect.poll(() => draftOrder(page, serviceItems)).toEqual([third, first, second]);
  await expect(handle).toBeFocused();
  await expect(page.getByRole("row").first()).toContainText(third);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => draftOrder(page, serviceItems)).toEqual([first, third, second]);
  await expect(handle).toBeFocused();
  expect(await inOrder()).toEqual([first, second, third]);

  // The notice with the button disappears in the same rendering that shows the answer.
  await renderLate(page);
  await page.getByRole("button", { name: "Publish the list" }).click();
  // The toast stays open while the pointer is on it.
  await notices(page).filter({ hasText: "is published" }).hover();
  await expect.poll(inOrder).toEqual([first, third, second]);
  const site = await seenByVisitors(furrow, "/");
  const places = [first, third, second].map((title) => site.indexOf(`>${title}<`));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  await expect(page.getByText("Visitors still see the list in its previous order.")).toBeHidden();
  await undo(page, "is published");
  await expect.poll(inOrder).toEqual([first, second, third]);
  expect(await draftOrder(page, serviceItems)).toEqual([first, third, second]);
});

test("several moves of a question are all saved, even if each response arrives before the list shows that the move is being saved", async ({
  page,
}) => {
  const titles = faqItems.seed.map(({ accodingTitle }) => accodingTitle);
  const [first = "", second = "", third = ""] = titles;
  await openPanel(page, "/edit-faq");
  await page.getByRole("button", { name: `Move ${third}` }).focus();
  await renderLate(page);
  await moveThirdUpAndBack(page, [first, second, third]);
});

test("a list never shows an earlier order while its moves are being saved", async ({ page }) => {
  const titles = faqItems.seed.map(({ accodingTitle }) => accodingTitle);
  const [first = "", second = "", third = ""] = titles;
  await openPanel(page, "/edit-faq");
  await page.getByRole("button", { name: `Move ${third}` }).focus();
  const shownPlaces = await page.evaluateHandle((title) => {
    const places = [2];
    new MutationObserver(() => {
      const rows = [...document.querySelectorAll("tr")];
      const place = rows.findIndex((one) => one.textContent.includes(title));
      if (place !== places.at(-1)) places.push(place);
    }).observe(document.body, { childList: true, subtree: true });
    return places;
  }, third);
  const expected = [2];
  for (let round = 0; round < 8; round++) {
    await moveThirdUpAndBack(page, [first, second, third]);
    expected.push(1, 0, 1, 2);
  }
  expect(await shownPlaces.jsonValue()).toEqual(expected);
});

test("the owner duplicates a question, deletes another, and undoes the deletion", async ({
  page,
  furrow,
}) => {
  const [first = "", second = ""] = faqItems.seed.map(({ accodingTitle }) => accodingTitle);
  await openPanel(page, "/edit-faq");
  await page.getByRole("button", { name: `Duplicate ${first}` }).click();
  await expect(page.getByText("Copied as a draft")).toBeVisible();
  await expect(row(page, first)).toHaveCount(2);
  await expect(row(page, first).nth(1)).toContainText("Draft, not published");

  await page.getByRole("button", { name: `Delete ${second}` }).click();
  await expect(row(page, second)).toHaveCount(0);
  await expect(
    page.getByText(`“${second}” was moved to the trash. Visitors no longer see it.`),
  ).toBeVisible();
  expect(await seenByVisitors(furrow, "/pricing/")).not.toContain(second);
  await undo(page, "was moved to the trash");
  await expect(row(page, second)).toHaveCount(1);
  expect(await seenByVisitors(furrow, "/pricing/")).toContain(second);
});

test("deleted content is restored from the trash", async ({ page, furrow }) => {
  const name = testimonials.seed[0]?.personName ?? "";
  await openPanel(page, "/edit-testimonial");
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(row(page, name)).toHaveCount(0);
  expect(await seenByVisitors(furrow, "/")).not.toContain(name);
  await openPanel(page, "/trash");
  await expect(row(page, name)).toContainText("Published");
  await row(page, name).getByRole("button", { name: "Restore" }).click();
  await expect(row(page, name)).toHaveCount(0);
  expect(await seenByVisitors(furrow, "/")).toContain(name);
});

test("importing an export restores the landing page byte for byte", async ({ page, furrow }) => {
  const landingPage = async () => {
    const html = await seenByVisitors(furrow, "/");
    return html.replaceAll(/nonce="[^"]*"/g, "nonce");
  };
  const before = await landingPage();
  await openPanel(page, "/content-archive");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export the content" }).click();
  const exported = await readFile(await (await download).path());

  const { form } = await openRecord(page, banner);
  await form.getByRole("textbox", { name: "Heading", exact: true }).fill("Everything is gone");
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Banner is Updated", { exact: true })).toBeVisible();
  await openPanel(page, "/edit-service");
  const deletions = page.getByRole("button", { name: /^Delete / });
  for (let left = serviceItems.seed.length; left > 0; left--) {
    await expect(deletions).toHaveCount(left);
    await deletions.first().click();
  }
  await expect(page.getByText("Nothing here yet.")).toBeVisible();
  expect(await landingPage()).not.toBe(before);

  await openPanel(page, "/content-archive");
  await page.locator("input[type=file]").setInputFiles({
    name: "content.jsonl",
    mimeType: "application/x-ndjson",
    buffer: exported,
  });
  const changes = page.getByRole("table", { name: "What the import would change" });
  await expect(changes.getByRole("row", { name: /^Services/ })).toContainText("Soil survey");
  await expect(changes.getByRole("row", { name: /^Banner/ })).toContainText("Changes");
  expect(await landingPage()).not.toBe(before);
  await page.getByRole("button", { name: "Import and replace the content" }).click();
  await expect(page.getByText("The content is imported")).toBeVisible();
  expect(await landingPage()).toBe(before);
});

test("the pricing page shows plans in the order that the owner gave them", async ({ page }) => {
  await openPanel(page, "/add-pricing");
  const handle = page.getByRole("button", { name: "Move Premium" });
  await handle.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  const stored = async () =>
    (await recordsOf(page, pricingPackages)).map(({ packageName }) => packageName);
  await expect(row(page, "Premium")).toContainText("Moved");
  // The notice with the button disappears in the same rendering that shows the answer.
  await renderLate(page);
  await page.getByRole("button", { name: "Publish the list" }).click();
  await expect.poll(stored).toEqual(["Premium", "Basic", "Standard"]);
  await page.goto("/pricing/");
  const names = page.locator("article").getByRole("heading");
  await expect(names).toHaveText(["Premium", "Basic", "Standard"]);
});

test("a list shows prices and redirect targets, and marks a record with unsaved text", async ({
  page,
}) => {
  await openPanel(page, "/search-listings");
  await expect(row(page, "/services")).toContainText("→ /service/");
  await openPanel(page, "/add-pricing");
  await expect(row(page, "Standard")).toContainText("$299");
  await expect(row(page, "Standard")).toContainText("Recommended");
  await expect(row(page, "Basic")).not.toContainText("Recommended");
  await row(page, "Standard").getByRole("link", { name: "Edit Pricing" }).click();
  const drawer = page.getByRole("dialog", { name: "Edit: Plan, Standard" });
  await drawer.getByRole("textbox", { name: "Button text" }).fill("Half a thought");
  await expect(drawer.getByText("Not saved yet; kept in this browser.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row(page, "Standard")).toContainText("Not saved");
  await expect(row(page, "Basic")).not.toContainText("Not saved");
  await page.reload();
  await row(page, "Standard").getByRole("link", { name: "Edit Pricing" }).click();
  await drawer.getByRole("button", { name: "Show the saved text instead" }).click();
  await page.keyboard.press("Escape");
  await expect(row(page, "Standard")).not.toContainText("Not saved");
});

test("Back closes a drawer, and Forward or a reload opens it with the typed text", async ({
  page,
}) => {
  await openPanel(page, "/admin");
  await openPanel(page, "/add-pricing");
  const drawer = page.getByRole("dialog");
  await row(page, "Basic").getByRole("link", { name: "Edit Pricing" }).click();
  await drawer.getByRole("textbox", { name: "Button text" }).fill("Half a thought");
  await expect(drawer.getByText("Not saved yet; kept in this browser.")).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Close", exact: true })).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(row(page, "Basic")).toContainText("Not saved");

  await page.goForward();
  await expect(drawer.getByText("Your unsaved text was restored")).toBeVisible();
  await page.reload();
  await expect(drawer.getByRole("textbox", { name: "Button text" })).toHaveValue("Half a thought");
  await drawer.getByRole("button", { name: "Show the saved text instead" }).click();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(row(page, "Basic")).not.toContainText("Not saved");

  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByRole("dialog", { name: "Add: Plan" })).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/admin$/);
});

test("after publishing at a URL with a trailing slash, the screen still shows the list or the record", async ({
  page,
}) => {
  await openPanel(page, "/edit-testimonial/");
  const heading = page.getByRole("heading", { level: 1 });
  const name = await heading.textContent();
  await row(page, "Samuel Okafor").getByRole("link", { name: "Edit" }).click();
  const drawer = page.getByRole("dialog");
  await drawer
    .getByRole("textbox", { name: "Name" })
    .fill("Changed where the address ends with a slash");
  await drawer.getByRole("button", { name: "Publish" }).click();
  await expect(drawer).toBeHidden();
  await expect(heading).toHaveText(name ?? "");
  await expect(page.getByText("Changed where the address ends with a slash")).toBeVisible();

  const { form, record } = await openRecord(page, workSteps);
  await openPanel(page, `${editPathOf(workSteps, record._id)}/`);
  await form.getByRole("textbox", { name: "Title", exact: true }).fill("Changed as well");
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(form.getByText("Not saved yet")).toBeHidden();
  await expect(form).toBeVisible();
});
