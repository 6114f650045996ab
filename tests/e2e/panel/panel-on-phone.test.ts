import type { Locator } from "@playwright/test";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { phone } from "../../support/browser/keyboard-and-phone.ts";
import { notices, openPanel } from "../../support/browser/panel.ts";

test.use(phone);

/** Taps a control, which must be large enough for a thumb on a page that is not too wide. */
async function tap(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const { width, height } = (await control.boundingBox()) ?? { width: 0, height: 0 };
  const size = `${control}: ${width} × ${height}`;
  // Half a pixel of tolerance, because browsers round sizes to fractions of a pixel.
  expect(Math.min(width, height), size).toBeGreaterThanOrEqual(43.5);
  const page = control.page();
  const reach = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(reach, "the page scrolls sideways").toBeLessThanOrEqual(0);
  await control.tap();
}

test("on a phone, an admin logs in, finds a screen under More, and publishes a section of the site", async ({
  page,
  furrow,
}) => {
  await page.goto("/login");
  await page.locator("[name=email]").fill(furrow.adminEmail);
  await page.locator("[name=password]").fill(furrow.adminPassword);
  await tap(page.getByRole("button", { name: "Log in" }));
  await expect(page).toHaveURL("/admin");
  await page.locator("html[data-hydrated]").waitFor();
  const bar = page.getByRole("navigation", { name: "Most used" });
  await expect(bar.locator("[aria-current=page]")).toHaveText("Today");
  await tap(bar.getByRole("link", { name: "Orders" }));
  await expect(page).toHaveURL("/total-orders");
  await expect(bar.locator("[aria-current=page]")).toHaveText("Orders");

  const mayAnswer = Promise.withResolvers<void>();
  await page.route("**/*.data*", async (route) => {
    await mayAnswer.promise;
    await route.continue();
  });
  await tap(bar.getByRole("button", { name: "More" }));
  const menu = page.getByRole("navigation", { name: "Admin panel" });
  await tap(menu.getByRole("link", { name: "People" }));
  await expect(menu).not.toBeInViewport();
  await expect(page.getByRole("progressbar", { name: "Loading" })).toBeVisible();
  mayAnswer.resolve();
  await expect(page.getByRole("heading", { name: "Customers", level: 1 })).toBeVisible();
  const screens = page.getByRole("navigation", { name: "People: screens" });
  await tap(screens.getByRole("link", { name: "Team and admins" }));
  await expect(page).toHaveURL("/add-user");

  await tap(bar.getByRole("link", { name: "Site" }));
  const site = page.frameLocator('iframe[title$=" page"]');
  const shown = site.getByRole("heading", { level: 1 });
  // Waits until the page has its size. Uses `force`, because an overlay receives the taps.
  await shown.scrollIntoViewIfNeeded();
  await shown.tap({ force: true });
  const editor = page.getByRole("complementary", { name: "Editor" });
  const heading = editor.getByRole("textbox", { name: "Heading", exact: true });
  await expect(heading).toBeFocused();
  await heading.fill("Typed on a phone");
  await expect(site.getByText("Typed on a phone")).toBeInViewport();
  await tap(editor.getByRole("button", { name: "Publish", exact: true }));
  await expect(page.getByText("Banner is Updated", { exact: true })).toBeVisible();
  const undo = notices(page).getByRole("button", { name: "Undo" });
  await expect(undo).toBeInViewport({ ratio: 1 });
  await tap(undo);
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();

  // The tabs of a screen opened by its address are scrolled to the present tab.
  await openPanel(page, "/trash");
  const tab = page.getByRole("navigation", { name: "Settings: screens" }).getByText("Trash");
  await expect(tab).toBeInViewport({ ratio: 0.95 });
});
