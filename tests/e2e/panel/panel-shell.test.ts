import type { Locator } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import { coldTest, expect, test } from "../../support/browser/journey.ts";
import {
  notices,
  openPanel,
  openRecord,
  signInOnce,
  textField,
} from "../../support/browser/panel.ts";

test.beforeEach(({ page, furrow }) => signInOnce(page, furrow));

test("Content leads to each block, breadcrumbs lead back, and a mistyped address to the dashboard", async ({
  page,
}) => {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  // The last request of a screen is the request in which the router discovers the routes of links.
  const discovered = page.waitForResponse(/__manifest/);
  await openPanel(page, "/setting");
  await discovered;
  expect(paths.filter((path) => path.endsWith(".data"))).toEqual([]);
  expect(paths.filter((path) => path.startsWith("/assets/content-actions"))).toHaveLength(1);
  // The specification gives these labels and paths letter for letter.
  const cards = page.getByRole("navigation", { name: "Settings", exact: true }).getByRole("link");
  const shown = await cards.evaluateAll((links) =>
    links.map((link) => `${link.textContent} ${link.getAttribute("href")}`),
  );
  expect(shown).toEqual([
    "Banner /edit-banner",
    "Logo /add-logo",
    "About Us /edit-about",
    "Service /edit-service",
    "Pricing /add-pricing",
    "Testimonial /edit-testimonial",
    "Footer Address /add-address-footer",
    "Footer About /add-about-footer",
    "Footer Social /add-social-footer",
  ]);
  await page.getByRole("link", { name: "FAQ", exact: true }).click();
  await page.waitForURL("**/edit-faq");
  const menu = page.getByRole("navigation", { name: "Admin panel" });
  await expect(menu.locator("a[aria-current]")).toHaveText("Site");
  await openRecord(page, blocks.faqItems);
  const trail = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(trail).toHaveText(/Content.*FAQ.*Edit$/);
  await trail.getByRole("link", { name: "FAQ" }).click();
  await page.waitForURL("**/edit-faq");

  await menu.getByRole("link", { name: "People", exact: true }).click();
  const announced = (title: RegExp) =>
    page.locator("[aria-live=polite]").filter({ hasText: title });
  await expect(announced(/^Customers · /)).toBeAttached();
  await page.goBack();
  await trail.getByRole("link", { name: "Content" }).click();
  await expect(announced(/^Content · /)).toBeAttached();
  await menu.getByRole("link", { name: "Your account" }).click();
  await expect(page).toHaveURL("/account");
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page).toHaveURL("/account/profile");

  expect((await page.goto("/admin/payment-statsu/7"))?.status()).toBe(404);
  await expect(page.getByRole("banner").getByRole("button", { name: /^Find/ })).toBeVisible();
  await page.getByRole("link", { name: "Go to the dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Welcome to Admin Dashboard" })).toBeVisible();
  // The tab asks for reduced motion.
  const movable = await page.evaluate(() =>
    [...document.querySelectorAll("body *")].flatMap((element) => {
      const { transitionDuration, animationName } = getComputedStyle(element);
      const isStill = animationName === "none" && /^(0s(, )?)+$/.test(transitionDuration);
      return isStill ? [] : [element.className];
    }),
  );
  expect(movable).toEqual([]);
});

test("an admin edits sections from the site, sees a draft on the page, and returns to a published section", async ({
  page,
}) => {
  await page.goto("/");
  const bar = page.getByRole("navigation", { name: "View of the site" });
  await bar.getByRole("link", { name: "Click to edit" }).click();
  await page.getByRole("link", { name: "Edit Banner" }).click();
  await page.locator("html[data-hydrated]").waitFor();
  const form = page.getByRole("form", { name: "Banner" });
  await textField(form, "Heading").fill("Drafted from the page");
  await form.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  const drafted = page.getByRole("heading", { name: "Drafted from the page" });
  await expect(drafted).toBeInViewport();
  await expect(bar.getByText("Drafts are shown. Visitors do not see them.")).toBeVisible();

  await page.getByRole("link", { name: "Edit Banner" }).click();
  await page.locator("html[data-hydrated]").waitFor();
  await form.getByRole("button", { name: "Publish", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await bar.getByRole("link", { name: "Stop editing" }).click();
  await expect(bar.locator("[aria-current]")).toHaveText("As visitors see it");
  await expect(drafted).toBeInViewport();
  await expect(page.getByRole("link", { name: "Edit Banner" })).toHaveCount(0);
});

test("a screen that fails to load leaves the panel usable, and loads on retry", async ({
  page,
}) => {
  await openPanel(page, "/admin");
  const menu = page.getByRole("navigation", { name: "Admin panel" });
  await page.route("**/*.data*", (route) => route.fulfill({ status: 500, body: "" }));
  await menu.getByRole("link", { name: /^Orders/ }).click();
  const failure = page.getByRole("heading", { name: "Something broke on our side" });
  await expect(failure).toBeFocused();
  await page.unroute("**/*.data*");
  await page.route("**/*.data*", (route) => route.abort());
  await menu.getByRole("link", { name: /^Messages/ }).click();
  await expect(page.getByRole("heading", { name: "This could not be shown" })).toBeVisible();
  await expect(page.getByText(/500|logged the error/)).toHaveCount(0);
  await page.unroute("**/*.data*");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
});

test("a toast covers neither Publish nor the navigation, on a wide and on a narrow screen", async ({
  page,
  context,
}) => {
  await openPanel(page, "/admin/site");
  await page.getByRole("button", { name: /^Banner/ }).click();
  const form = page.getByRole("form", { name: "Banner" });
  await form.getByRole("textbox").first().fill("Typed before the session ended");
  // The form asks for its release once its last part has loaded.
  await expect(form.getByRole("button", { name: "Publish at a time…" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await context.clearCookies();
  const publish = form.getByRole("button", { name: "Publish", exact: true });
  await publish.click();
  const toast = notices(page).filter({ hasText: "You are signed out." });
  await expect(toast).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const block of ["start", "center", "end"] as const) {
      await publish.evaluate((button, to) => button.scrollIntoView({ block: to }), block);
      expect(await overlap(toast, publish), `${width} px, ${block}`).toBe(false);
    }
    const bar = page.getByRole("navigation", { name: "Most used", includeHidden: true });
    expect(await overlap(toast, bar)).toBe(false);
    expect(await overlap(toast, page.getByText("Sign out", { exact: true }))).toBe(false);
  }
});

/** False when one of the elements is not shown. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) return false;
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return !isBeside && a.y < b.y + b.height && b.y < a.y + a.height;
}

coldTest(
  "a button pressed before the panel's scripts have loaded takes effect after the scripts have loaded",
  async ({ page, furrow }) => {
    await signInOnce(page, furrow);
    const mayLoad = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await mayLoad.promise;
      await route.continue();
    });
    await page.goto("/admin", { waitUntil: "commit" });
    await page.getByRole("button", { name: /^Find/ }).click();
    mayLoad.resolve();
    await expect(page.getByRole("textbox", { name: "Go to" })).toBeFocused();
  },
);
