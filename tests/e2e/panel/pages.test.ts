import type { Page } from "@playwright/test";
import { expect, test } from "../../support/browser/journey.ts";
import { openBrowser } from "../../support/browser/keyboard-and-phone.ts";
import { notices, openPanel, seenByVisitors, signInOnce } from "../../support/browser/panel.ts";

// A separate site, because the journeys change its landing page.
test.use({ furrowSettings: { OWNER_EMAIL: "pages@furrow.example" } });

const editor = (page: Page) => page.getByRole("complementary", { name: "Editor" });
const canvas = (page: Page) => page.frameLocator('iframe[title$=" page"]');
const button = (page: Page, name: string) =>
  editor(page).getByRole("button", { name, exact: true });

/** Ids of the sections that a page shows, from top to bottom. */
const sectionsOn = (html: string, ids: readonly string[]) =>
  ids
    .filter((id) => html.includes(`id="${id}"`))
    .sort((one, other) => html.indexOf(`id="${one}"`) - html.indexOf(`id="${other}"`));

const ofInterest = ["banner", "about-sec", "pricing", "testimonial", "contact-sec"];
const original = ["banner", "about-sec", "pricing", "testimonial", "contact-sec"];
const changed = ["banner", "pricing", "about-sec", "contact-sec"];

test("an admin hides Testimonials and moves Pricing up in three presses, undoes and redoes, also after a reload and after publishing", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin/site");
  await expect(canvas(page).locator("#testimonial")).toBeVisible();
  await button(page, "Hide Testimonial").click();
  await button(page, "Move Pricing up").click();
  await expect(button(page, "Move Pricing up")).toBeFocused();
  await expect(canvas(page).locator("#testimonial")).toHaveCount(0);
  await expect(canvas(page).locator("#pricing ~ #about-sec")).toHaveCount(1);

  await page.keyboard.press("Control+z");
  await expect(canvas(page).locator("#about-sec ~ #pricing")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(canvas(page).locator("#testimonial")).toHaveCount(1);
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.press("Control+Shift+z");
  await expect(canvas(page).locator("#testimonial")).toHaveCount(0);

  await page.reload();
  await expect(page.getByText("Your unsaved text was restored")).toBeVisible();
  await expect(button(page, "Show Testimonial")).toBeVisible();
  expect(sectionsOn(await seenByVisitors(furrow, "/"), ofInterest)).toEqual(original);
  await button(page, "Publish").click();
  await expect(notices(page).getByRole("button", { name: "Undo" })).toBeVisible();
  expect(sectionsOn(await seenByVisitors(furrow, "/"), ofInterest)).toEqual(changed);
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  expect(sectionsOn(await seenByVisitors(furrow, "/"), ofInterest)).toEqual(original);
});

test("a page from the town pattern is published in four presses, read without JavaScript, moved, and its old address leads to the new one", async ({
  page,
  furrow,
  browser,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/pages");
  await page.getByRole("button", { name: "New page" }).click();
  const dialog = page.getByRole("dialog", { name: "New page" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("Local SEO in Leeds");
  await expect(dialog.getByRole("textbox", { name: "Address" })).toHaveValue(
    "/local-seo-in-leeds/",
  );
  await dialog.getByRole("radio", { name: /town/i }).check({ force: true });
  await dialog.getByRole("button", { name: "Create the page" }).click();
  await expect(canvas(page).getByRole("heading", { level: 1 })).toHaveText(/Leeds/);
  await button(page, "Publish").click();
  await expect(page.getByText("Page is Updated", { exact: true })).toBeVisible();

  const visitor = await openBrowser(browser, furrow, { isPhone: true, javaScriptEnabled: false });
  await visitor.goto(`${furrow.url}/local-seo-in-leeds/`);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(/Leeds/);

  await button(page, "Title, address and search results").click();
  await editor(page).getByRole("textbox", { name: "Address" }).fill("/seo-leeds/");
  await button(page, "Publish").click();
  await expect
    .poll(async () => (await fetch(`${furrow.url}/seo-leeds/`)).status, { intervals: [100] })
    .toBe(200);
  await visitor.goto(`${furrow.url}/local-seo-in-leeds/`);
  await expect(visitor).toHaveURL(`${furrow.url}/seo-leeds/`);

  await page.getByRole("button", { name: "Delete this page" }).click();
  await page.getByRole("button", { name: "Delete the page" }).click();
  await expect(page).toHaveURL(`${furrow.url}/pages`);
  expect((await fetch(`${furrow.url}/seo-leeds/`)).status).not.toBe(200);
  const deleted = notices(page).filter({ hasText: "was moved to the trash" });
  await deleted.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("row", { name: /Local SEO in Leeds/ })).toBeVisible();

  // A second page cannot take the address, and nothing that was typed is lost.
  await page.getByRole("button", { name: "New page" }).click();
  await dialog.getByRole("textbox", { name: "Title" }).fill("Local SEO in Leeds");
  await dialog.getByRole("textbox", { name: "Address" }).fill("/seo-leeds/");
  await dialog.getByRole("button", { name: "Create the page" }).click();
  await expect(dialog.getByText(/belongs to the page “Local SEO in Leeds”/)).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue("Local SEO in Leeds");
});

test("sections are added, duplicated, deleted and moved by keyboard alone", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin/site?page=contact");
  await button(page, "Add section").focus();
  await page.keyboard.press("Enter");
  const gallery = page.getByRole("dialog", { name: "Add a section" });
  await expect(gallery.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("quote");
  await page.keyboard.press("Enter");
  await expect(gallery).toBeHidden();
  const form = editor(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("textbox") });
  await expect(form.getByRole("textbox").first()).toBeFocused();
  await form.getByRole("button", { name: /^Duplicate/ }).focus();
  await page.keyboard.press("Enter");
  const handles = editor(page).getByRole("button", { name: /^Move .* drag it/ });
  await expect(handles).toHaveCount(3);
  await expect(form.getByRole("textbox").first()).toBeFocused();
  await handles.nth(2).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(handles.nth(0)).toBeFocused();
  await form.getByRole("button", { name: /^Delete/ }).focus();
  await page.keyboard.press("Enter");
  await expect(handles).toHaveCount(2);
  await page.keyboard.press("Control+z");
  await expect(handles).toHaveCount(3);
  await button(page, "Back to the original").focus();
  await page.keyboard.press("Enter");
  await expect(handles).toHaveCount(1);
});
