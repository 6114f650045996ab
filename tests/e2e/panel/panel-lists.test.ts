import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { expect, test } from "../../support/browser/journey.ts";
import {
  notices,
  openPanel,
  openRecord,
  publish,
  recordsOf,
  renderLate,
  seenByVisitors,
  signInOnce,
  textField,
} from "../../support/browser/panel.ts";

const { banner, faqItems, serviceItems, testimonials } = blocks;

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
  const published = async () => {
    const records = await recordsOf(page, serviceItems);
    return records.slice(0, 3).map(({ serviceTitle }) => serviceTitle);
  };
  await expect.poll(() => draftOrder(page, serviceItems)).toEqual([third, first, second]);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => draftOrder(page, serviceItems)).toEqual([first, third, second]);
  await expect(handle).toBeFocused();
  expect(await published()).toEqual([first, second, third]);

  // The notice with the button disappears in the same rendering that shows the answer.
  await renderLate(page);
  await page.getByRole("button", { name: "Publish the list" }).click();
  // The toast stays open while the pointer is on it.
  await notices(page).filter({ hasText: "is published" }).hover();
  await expect.poll(published).toEqual([first, third, second]);
  const site = await seenByVisitors(furrow, "/");
  const places = [first, third, second].map((title) => site.indexOf(`>${title}<`));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  await undo(page, "is published");
  await expect.poll(published).toEqual([first, second, third]);
  expect(await draftOrder(page, serviceItems)).toEqual([first, third, second]);
});

test("a list never shows an earlier order while its moves are being saved, even if each response arrives before the list shows the move", async ({
  page,
}) => {
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
  for (const isLate of [false, true]) {
    if (isLate) await renderLate(page);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => draftOrder(page, faqItems)).toEqual([third, first, second]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => draftOrder(page, faqItems)).toEqual([first, second, third]);
    const places = await shownPlaces.jsonValue();
    if (!isLate) expect(places).toEqual([2, 1, 0, 1, 2]);
  }
});

test("the owner duplicates, deletes and restores a record, and edits a record in a drawer at a URL with a trailing slash", async ({
  page,
  furrow,
}) => {
  const [first = "", second = "", third = ""] = testimonials.seed.map(
    ({ personName }) => personName,
  );
  await openPanel(page, "/edit-testimonial/");
  await page.getByRole("button", { name: `Duplicate ${first}` }).click();
  await expect(page.getByText("Copied as a draft")).toBeVisible();
  await expect(row(page, first).nth(1)).toContainText("Draft, not published");

  const remove = page.getByRole("button", { name: `Delete ${second}` });
  await remove.click();
  const removal = `“${second}” was moved to the trash. Visitors no longer see it.`;
  await expect(page.getByText(removal)).toBeVisible();
  await expect(row(page, second)).toHaveCount(0);
  expect(await seenByVisitors(furrow, "/")).not.toContain(second);
  await undo(page, removal);
  await expect(row(page, second)).toHaveCount(1);
  await remove.click();
  await expect(row(page, second)).toHaveCount(0);

  await row(page, third).getByRole("link", { name: "Edit" }).click();
  const drawer = page.getByRole("dialog");
  await textField(drawer, "Name").fill("Changed in the drawer");
  await drawer.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(drawer).toBeHidden();
  await expect(row(page, "Changed in the drawer")).toHaveCount(1);

  await openPanel(page, "/trash");
  await row(page, second).getByRole("button", { name: "Restore" }).click();
  await expect(row(page, second)).toHaveCount(0);
  expect(await seenByVisitors(furrow, "/")).toContain(second);
});

test("Back closes a drawer, Forward or a reload opens it with the typed text, and the list marks the record", async ({
  page,
}) => {
  await openPanel(page, "/admin");
  await openPanel(page, "/add-pricing");
  await expect(row(page, "Standard")).toContainText("$299");
  await expect(row(page, "Standard")).toContainText("Recommended");
  const drawer = page.getByRole("dialog");
  await row(page, "Standard").getByRole("link", { name: "Edit Pricing" }).click();
  const buttonText = textField(drawer, "Button text");
  await buttonText.fill("Half a thought");
  await expect(drawer.getByText("Not saved yet; kept in this browser.")).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(row(page, "Standard")).toContainText("Not saved");
  await expect(row(page, "Basic")).not.toContainText("Not saved");

  await page.goForward();
  await expect(drawer.getByText("Your unsaved text was restored")).toBeVisible();
  await page.reload();
  await expect(buttonText).toHaveValue("Half a thought");
  await drawer.getByRole("button", { name: "Show the saved text instead" }).click();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(row(page, "Standard")).not.toContainText("Not saved");

  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByRole("dialog", { name: "Add: Plan" })).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/admin$/);
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
  const buffer = await readFile(await (await download).path());

  const { form } = await openRecord(page, banner);
  await textField(form, "Heading").fill("Everything is gone");
  await publish(form);
  const [service] = await recordsOf(page, serviceItems);
  const headers = { origin: furrow.url };
  await page.request.delete(`/api${serviceItems.calls[0]?.read}/${service?._id}`, { headers });
  const changed = await landingPage();
  expect(changed).not.toBe(before);

  await openPanel(page, "/content-archive");
  const file = { name: "content.jsonl", mimeType: "application/x-ndjson", buffer };
  await page.locator("input[type=file]").setInputFiles(file);
  const changes = page.getByRole("table", { name: "What the import would change" });
  await expect(changes.getByRole("row", { name: /^Services/ })).toContainText(
    service?.serviceTitle ?? "",
  );
  await expect(changes.getByRole("row", { name: /^Banner/ })).toContainText("Changes");
  expect(await landingPage()).toBe(changed);
  await page.getByRole("button", { name: "Import and replace the content" }).click();
  await expect(page.getByText("The content is imported")).toBeVisible();
  expect(await landingPage()).toBe(before);
});
