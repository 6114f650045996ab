import type { Page } from "@playwright/test";
import { coldTest, expect, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { orderAgain, registerSomebody } from "../../support/browser/purchase.ts";

const openPalette = async (page: Page) => {
  await page.getByRole("banner").getByRole("button", { name: /^Find/ }).click();
  const search = page.getByRole("textbox", { name: "Go to" });
  await expect(search).toBeFocused();
  return search;
};

// In a shared tab, the browser can have the window's script of an earlier test in its memory.
coldTest(
  "the command palette keeps text that is typed while it loads, and opens screens and runs commands by keyboard",
  async ({ page, furrow }) => {
    await signInOnce(page, furrow);
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
    await page.keyboard.type(" policy");
    await expect(search).toHaveValue("privacy policy");
    await expect(page.getByRole("button", { name: /^Privacy policy/ }).first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/privacy/);

    const results = page.getByRole("dialog").getByRole("button");
    const isSelected = ["data-selected", "true"] as const;
    await expect(search).toBeHidden();
    await expect(await openPalette(page)).toHaveValue("");
    await search.fill("e");
    await expect(results.last()).toHaveText(/^Search orders for e/);
    await expect(results.first()).toHaveAttribute(...isSelected);
    await page.keyboard.press("ArrowDown");
    await expect(results.nth(1)).toHaveAttribute(...isSelected);
    await expect(page.locator("[data-selected]")).toHaveCount(1);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(results.last()).toHaveAttribute(...isSelected);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/total-orders?q=e");

    const run = async (words: string, command: string) => {
      await (await openPalette(page)).fill(words);
      await expect(results.first()).toHaveText(new RegExp(`^${command}`));
      await page.keyboard.press("Enter");
      await expect(search).toBeHidden();
    };
    await run("invite", "Invite a person to the team");
    await expect(page).toHaveURL("/add-user");
    await run("dark", "Dark colors");
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await run("sign out", "Sign out");
    await page.waitForURL("/");
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/login/);
  },
);

test("the command palette finds orders by number and by half a name, people by email address, and blocks by a synonym", async ({
  page,
  furrow,
}) => {
  await registerSomebody(page);
  await orderAgain(page, "Quentin Quickbeam");
  await orderAgain(page, "Quentin Quickbeam");
  const [order] = await (await page.request.get("/api/orders")).json();
  await page.context().clearCookies();
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  const search = await openPalette(page);
  await search.fill("qüíckb");
  await page
    .getByRole("button", { name: /^Order \d+, Quentin Quickbeam/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/payment-status\//);
  // Today also names the customer, so the test waits for the heading of the order.
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(/^Order \d+$/);
  const title = (await heading.textContent()) ?? "";
  await (await openPalette(page)).fill(title.replace("Order ", ""));
  await expect(page.getByRole("dialog").getByRole("button").first()).toHaveText(
    new RegExp(`^${title}, Quentin Quickbeam`),
  );
  await search.fill("hero");
  await expect(page.getByRole("button", { name: /Banner/ }).first()).toBeVisible();
  await search.fill(order.customerEmail.slice(0, -4));
  await page
    .getByRole("button", { name: `Quentin Quickbeam Customer, ${order.customerEmail}` })
    .click();
  await expect(page).toHaveURL(/\/people\//);
  await expect(page.getByRole("row", { name: /^Total of Paid orders/ })).toContainText("$0.00 USD");
  await page
    .getByRole("link", { name: /^Your order \d+ is placed/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/outbox\//);
});
