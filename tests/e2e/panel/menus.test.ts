import type { Page } from "@playwright/test";
import { expect, test } from "../../support/browser/journey.ts";
import { openBrowser } from "../../support/browser/keyboard-and-phone.ts";
import { notices, openPanel, signInOnce } from "../../support/browser/panel.ts";

// A separate site, because the journey changes its menu.
test.use({ furrowSettings: { OWNER_EMAIL: "menus@furrow.example" } });

const editor = (page: Page) => page.getByRole("complementary", { name: "Editor" });
const rows = (page: Page) => page.getByRole("table", { name: "Header menu" }).getByRole("row");

test("an admin puts a page below Services in four presses, and visitors open it without JavaScript, on a phone too", async ({
  page,
  furrow,
  browser,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/pages");
  await page.getByRole("button", { name: "New page" }).click();
  const dialog = page.getByRole("dialog", { name: "New page" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("Local SEO in Leeds");
  await dialog.getByRole("radio", { name: /town/i }).check({ force: true });
  await dialog.getByRole("button", { name: "Create the page" }).click();
  await editor(page).getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Page is Updated", { exact: true })).toBeVisible();
  const editorAddress = page.url();

  await editor(page).getByRole("button", { name: "Title, address and search results" }).click();
  await expect(editor(page).getByText("No menu leads to this page.")).toBeVisible();
  await editor(page).getByRole("link", { name: "Put it into the header menu" }).click();
  const form = page.getByRole("dialog", { name: "Add: Menu entry" });
  await expect(form.getByRole("textbox", { name: "Label" })).toHaveValue("Local SEO in Leeds");
  await expect(form.getByRole("combobox", { name: "Leads to" })).toHaveValue(/^page:/);
  await form.getByRole("combobox", { name: "Place" }).selectOption("Below Services");
  await form.getByRole("button", { name: "Add and publish" }).click();
  await expect(form).toBeHidden();
  await expect(rows(page).nth(2)).toContainText("Local SEO in Leeds");

  for (const isPhone of [false, true]) {
    const visitor = await openBrowser(browser, furrow, { isPhone, javaScriptEnabled: false });
    await visitor.goto(furrow.url);
    const banner = visitor.getByRole("banner");
    const folds = banner.locator("summary").filter({ visible: true });
    if (isPhone) await folds.first().click();
    await folds.filter({ hasText: "Services" }).click();
    const link = banner.getByRole("link", { name: "Local SEO in Leeds" });
    await link.filter({ visible: true }).click();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(/Leeds/);
    await visitor.context().close();
  }

  // A second form starts empty, and the page says where it is.
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  await expect(form.getByRole("textbox", { name: "Label" })).toHaveValue("");
  await page.goto(editorAddress);
  await page.locator("html[data-hydrated]").waitFor();
  await editor(page).getByRole("button", { name: "Title, address and search results" }).click();
  const menus = editor(page).getByRole("region", { name: "Menus" });
  await expect(menus.getByRole("listitem")).toHaveText(
    "Header menu: Local SEO in Leeds, below Services",
  );

  await menus.getByRole("link", { name: "Header menu: Local SEO in Leeds" }).click();
  const place = page.getByRole("combobox", { name: "Place" });
  await expect(place.getByRole("option", { name: "Below Services" })).toHaveJSProperty(
    "selected",
    true,
  );
  await place.selectOption("Below Pricing");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(rows(page).nth(4)).toContainText("Local SEO in Leeds");
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(rows(page).nth(2)).toContainText("Local SEO in Leeds");
});
