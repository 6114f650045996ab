import type { Locator, Page } from "@playwright/test";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { notices, openPanel, signInOnce } from "../../support/browser/panel.ts";
import { scaled } from "../../support/time-limits.ts";

test.use({ viewport: { width: 390, height: 844 } });

const entries = (page: Page) => page.getByRole("navigation", { name: "Admin panel" });

async function tapEntry(page: Page, name: string) {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await entries(page).getByRole("link", { name }).click();
}

test("the login leads an admin to the panel, which shows its own 404 page at a mistyped URL", async ({
  page,
  furrow,
}) => {
  await page.context().clearCookies();
  await page.goto("/login");
  await page.locator("[name=email]").fill(furrow.adminEmail);
  await page.locator("[name=password]").fill(furrow.adminPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/admin");
  expect((await page.goto("/admin/payment-statsu/7"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Nothing grows here" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name: /^Find/ })).toBeVisible();
  await page.getByRole("link", { name: "Go to the dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Welcome to Admin Dashboard" })).toBeVisible();
});

test("a screen opened by its address preloads the script that saves its form, and does not load its data again", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  // The last request of a screen is the request in which the router discovers the routes of links.
  const discovered = page.waitForResponse(/__manifest/);
  await openPanel(page, "/setting");
  await discovered;
  await page.waitForLoadState("networkidle");
  expect(paths.filter((path) => path.endsWith(".data"))).toEqual([]);
  expect(paths.filter((path) => path.startsWith("/assets/content-actions"))).toHaveLength(1);
});

test("a phone scrolls the tabs until the tab of the present screen is visible", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/trash");
  const tab = page.getByRole("navigation", { name: "Settings: screens" }).getByText("Trash");
  await expect(tab).toBeInViewport({ ratio: 0.95 });
});

test("a tapped navigation link closes the menu and shows a progress bar before the screen has loaded", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  const mayAnswer = Promise.withResolvers<void>();
  await page.route("**/*.data*", async (route) => {
    await mayAnswer.promise;
    await route.continue();
  });
  await tapEntry(page, "People");
  await expect(entries(page)).not.toBeInViewport();
  await expect(page.getByRole("progressbar", { name: "Loading" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Welcome to Admin Dashboard" })).toBeVisible();
  mayAnswer.resolve();
  await expect(page.getByRole("heading", { name: "Customers", level: 1 })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Loading" })).toBeHidden();
});

test("a screen that fails to load leaves the panel usable, and loads on retry", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  await page.route("**/*.data*", (route) => route.fulfill({ status: 500, body: "" }));
  await tapEntry(page, "Orders");
  const failure = page.getByRole("heading", { name: "Something broke on our side" });
  await expect(failure).toBeFocused();
  const failedAgain = page.waitForResponse((response) => response.status() === 500);
  await page.getByRole("link", { name: "Try again" }).click();
  await failedAgain;
  await expect(failure).toBeVisible();
  await page.unroute("**/*.data*");
  await page.route("**/*.data*", (route) => route.abort());
  await tapEntry(page, "Messages");
  await expect(page.getByRole("heading", { name: "This could not be shown" })).toBeVisible();
  await page.unroute("**/*.data*");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`a toast covers neither Publish nor the navigation, and moves no link (${width} px)`, async ({
    page,
    context,
    furrow,
  }) => {
    await page.setViewportSize({ width, height });
    await signInOnce(page, furrow);
    await openPanel(page, "/admin/site");
    await page.getByRole("button", { name: /^Banner/ }).click();
    const form = page.getByRole("form", { name: "Banner" });
    await form.getByRole("textbox").first().fill("Typed before the session ended");
    const signOut = page.getByText("Sign out", { exact: true });
    const place = await signOut.boundingBox();
    await context.clearCookies();
    const publish = form.getByRole("button", { name: "Publish", exact: true });
    await publish.click();
    const toast = notices(page).filter({ hasText: "You are signed out." });
    await expect(toast).toBeVisible();
    await expect(publish).toBeEnabled();
    for (const block of ["start", "center", "end"] as const) {
      await publish.evaluate((button, to) => button.scrollIntoView({ block: to }), block);
      expect(await overlap(toast, publish), block).toBe(false);
    }
    const bar = page.getByRole("navigation", { name: "Most used", includeHidden: true });
    expect(await overlap(toast, bar)).toBe(false);
    expect(await overlap(toast, signOut)).toBe(false);
    expect(await signOut.boundingBox()).toEqual(place);
  });
}

/** False when one of the elements is not shown. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) return false;
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return !isBeside && a.y < b.y + b.height && b.y < a.y + a.height;
}

test("an element that gets the focus is scrolled below the toasts", async ({ page, furrow }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await signInOnce(page, furrow);
  await openPanel(page, "/edit-faq");
  const deletions = page.getByRole("button", { name: /^Delete / });
  const count = await deletions.count();
  for (const deleted of [1, 2, 3]) {
    await deletions.first().click();
    await expect(notices(page)).toHaveCount(deleted);
    await expect(deletions).toHaveCount(count - deleted);
  }
  const focused = deletions.nth(Math.floor((count - 3) / 2));
  await expect(async () => {
    await deletions.last().focus();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await focused.evaluate((button: HTMLElement) => {
      button.focus({ preventScroll: true });
      button.scrollIntoView({ block: "start" });
    });
    for (const toast of await notices(page).all())
      expect(await overlap(toast, focused)).toBe(false);
  }).toPass({ timeout: scaled(10_000) });
  for (let left = 3; left > 0; left--) {
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect(deletions).toHaveCount(count - left + 1);
  }
});

test("the panel does not animate with reduced motion", async ({ page, furrow }) => {
  await signInOnce(page, furrow);
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of ["/admin", "/total-orders", "/media-library"]) {
    await openPanel(page, path);
    const movable = await page.evaluate(() =>
      [...document.querySelectorAll("body *")].flatMap((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element);
        const isStill = animationName === "none" && /^(0s(, )?)+$/.test(transitionDuration);
        return isStill ? [] : [element.className];
      }),
    );
    expect(movable).toEqual([]);
  }
});

test("a button pressed before the panel's scripts have loaded takes effect after the scripts have loaded", async ({
  page,
  furrow,
}) => {
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

  await page.keyboard.press("Escape");
  await expect(page.getByRole("textbox", { name: "Go to" })).toBeHidden();
});
