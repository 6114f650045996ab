import type { Page } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import { coldTest, expect, test } from "../../support/browser/journey.ts";
import { openPanel, openRecord, signInOnce } from "../../support/browser/panel.ts";
import { orderAgain, registerSomebody } from "../../support/browser/purchase.ts";
import { scaled } from "../../support/time-limits.ts";

const { faqItems } = blocks;

test.beforeEach(({ page, furrow }) => signInOnce(page, furrow));

const openJump = async (page: Page) => {
  await page.getByRole("banner").getByRole("button", { name: /^Find/ }).click();
  const search = page.getByRole("textbox", { name: "Go to" });
  await expect(search).toBeFocused();
  return search;
};

test("the Find button opens the command palette again after it was closed", async ({ page }) => {
  await openPanel(page, "/admin");
  for (let time = 0; time < 2; time++) {
    const search = await openJump(page);
    await page.keyboard.press("Escape");
    await expect(search).toBeHidden();
  }
});

test("the arrow keys select a result, and Enter opens the selected result", async ({ page }) => {
  await openPanel(page, "/admin");
  await (await openJump(page)).fill("e");
  const results = page.getByRole("dialog").getByRole("button");
  await expect(results.last()).toHaveText(/^Search orders for e/);
  await expect(results.first()).toHaveAttribute("data-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(results.nth(1)).toHaveAttribute("data-selected", "true");
  await expect(page.locator("[data-selected]")).toHaveCount(1);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(results.last()).toHaveAttribute("data-selected", "true");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/total-orders?q=e");
});

// In a shared tab, the browser can have the window's script of an earlier test in its memory.
coldTest(
  "text typed while the command palette is loading appears in its search field",
  async ({ page }) => {
    await openPanel(page, "/admin");
    const mayLoad = Promise.withResolvers<void>();
    await page.route("**/command-palette-window-*.js", async (route) => {
      await mayLoad.promise;
      await route.continue();
    });
    const isAsked = page.waitForRequest("**/command-palette-window-*.js");
    await page.keyboard.press("Control+K");
    await isAsked;
    await page.keyboard.type("privacy");
    mayLoad.resolve();
    const search = page.getByRole("textbox", { name: "Go to" });
    await expect(search).toBeFocused();
    await expect(search).toHaveValue("privacy");
    await page.keyboard.type(" policy");
    await expect(search).toHaveValue("privacy policy");
    await expect(page.getByRole("button", { name: /^Privacy policy/ }).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(await openJump(page)).toHaveValue("");
  },
);

test("the command palette finds orders by half a name, people by email address, and blocks by a synonym", async ({
  page,
  furrow,
}) => {
  await registerSomebody(page);
  await orderAgain(page, "Quentin Quickbeam");
  const [order] = await (await page.request.get("/api/orders")).json();
  await page.context().clearCookies();
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  const search = await openJump(page);
  await search.fill("qüíckb");
  await page.getByRole("button", { name: /^Order \d+, Quentin Quickbeam/ }).click();
  await expect(page).toHaveURL(`/admin/payment-status/${order._id}`);
  // Today also names the customer, so the test waits for the heading of the order.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order \d+$/);
  await page.getByRole("link", { name: "Quentin Quickbeam" }).click();
  await expect(page).toHaveURL(/\/people\//);
  await expect(page.getByRole("row", { name: /^Total of Paid orders/ })).toContainText("$0.00 USD");
  await expect(page.getByText("No messages from this address.")).toBeVisible();
  await page.getByRole("link", { name: /^Your order \d+ is placed/ }).click();
  await expect(page).toHaveURL(/\/outbox\//);
  await page.goBack();
  await (await openJump(page)).fill(order.customerEmail.slice(0, -4));
  const person = page.getByRole("button", {
    name: `Quentin Quickbeam Customer, ${order.customerEmail}`,
  });
  await expect(person).toBeVisible();
  await search.fill("hero");
  await expect(page.getByRole("button", { name: /Banner/ }).first()).toBeVisible();
});

coldTest.describe("on a phone", () => {
  coldTest.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  coldTest("the command palette opens with a tap and finds a screen", async ({ page }) => {
    await openPanel(page, "/admin");
    await page.getByRole("button", { name: /^Find/ }).tap();
    await page.getByRole("textbox", { name: "Go to" }).fill("banner");
    await page
      .getByRole("button", { name: /^Banner/ })
      .first()
      .tap();
    await page.waitForURL("**/edit-banner");
  });
});

for (const words of ["redirect", "moved page"]) {
  test(`the command palette finds redirects by “${words}”`, async ({ page }) => {
    await openPanel(page, "/admin");
    await (await openJump(page)).fill(words);
    await page.getByRole("button", { name: /^Search and sharing/ }).click();
    await page.waitForURL("**/search-listings");
  });
}

test("the command palette finds the general settings by “working days”", async ({ page }) => {
  await openPanel(page, "/admin");
  await (await openJump(page)).fill("working days");
  await page.getByRole("button", { name: "General settings" }).click();
  await page.waitForURL("**/admin/settings");
  await expect(page.getByRole("heading", { name: "Working days" })).toBeVisible();
});

test("the command palette offers to search orders for a number or an email address", async ({
  page,
}) => {
  await openPanel(page, "/admin");
  for (const words of ["#1042", "mary@quince.example"]) {
    await (await openJump(page)).fill(words);
    await expect(page.getByRole("button", { name: `Search orders for ${words}` })).toBeVisible();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/total-orders?q=${encodeURIComponent(words)}`);
  }
});

test("the screens of a block show breadcrumbs that lead back to Content", async ({ page }) => {
  const present = page.getByRole("navigation", { name: "Admin panel" }).locator("a[aria-current]");
  const trail = page.getByRole("navigation", { name: "Breadcrumb" });
  await openPanel(page, "/setting");
  await expect(present).toHaveText("Site");
  const screen = page.getByRole("navigation", { name: "Site: screens" });
  await expect(screen.locator("[aria-current=page]")).toHaveText("Content");
  await page.getByRole("link", { name: "FAQ", exact: true }).click();
  await page.waitForURL("**/edit-faq");
  await expect(present).toHaveText("Site");
  await expect(present).toHaveAttribute("aria-current", "true");
  await expect(trail).toHaveText(/Content.*FAQ$/);

  await openRecord(page, faqItems);
  await expect(present).toHaveText("Site");
  await expect(trail).toHaveText(/Content.*FAQ.*Edit$/);
  await trail.getByRole("link", { name: "FAQ" }).click();
  await page.waitForURL("**/edit-faq");
});

test("Content lists all content screens and the redirects", async ({ page }) => {
  await openPanel(page, "/setting");
  for (const name of ["FAQ", "Team members", "Features"]) {
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole("link", { name: /Search and sharing.*moved pages/ })).toBeVisible();
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
  await cards.first().click();
  await page.getByRole("link", { name: "Edit Banner Section" }).click();
  await expect(page.getByRole("heading", { name: "Update Banner" })).toBeVisible();
});

test("the command palette invites, backs up, changes the colors and signs out", async ({
  page,
}) => {
  await openPanel(page, "/total-orders");
  const first = page.getByRole("dialog").getByRole("button").first();
  const run = async (words: string, command: string) => {
    await (await openJump(page)).fill(words);
    await expect(first).toHaveText(new RegExp(`^${command}`));
    await page.keyboard.press("Enter");
  };
  await run("invite", "Invite a person to the team");
  await expect(page).toHaveURL("/add-user");
  const root = page.locator("html");
  await run("dark", "Dark colors");
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "dark");
  await run("light", "Light colors");
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "light");
  await run("plans", "Plans");
  await expect(page).toHaveURL("/add-pricing");
  await run("back up", "Back up now");
  await expect(page).toHaveURL("/backups");
  await expect(page.getByRole("row").filter({ hasText: "By hand, by" }).first()).toBeVisible({
    timeout: scaled(30_000),
  });
  await run("sign out", "Sign out");
  await page.waitForURL("/");
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/login/);
});

test("the command palette shows an order first for the text of its number", async ({
  page,
  furrow,
}) => {
  await registerSomebody(page);
  await orderAgain(page, "Quentin Quickbeam");
  await orderAgain(page, "Quentin Quickbeam");
  const [order] = await (await page.request.get("/api/orders")).json();
  await page.context().clearCookies();
  await signInOnce(page, furrow);
  await openPanel(page, `/admin/payment-status/${order._id}`);
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  expect(title).toMatch(/^Order \d+$/);
  await openPanel(page, "/admin");
  await (await openJump(page)).fill(title.replace("Order ", ""));
  await expect(page.getByRole("dialog").getByRole("button").first()).toHaveText(
    new RegExp(`^${title}, Quentin Quickbeam`),
  );
});
