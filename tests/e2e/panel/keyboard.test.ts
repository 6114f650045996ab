import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { orderAgain, registerSomebody } from "../../support/browser/purchase.ts";

test("the skip link is first in the tab order, and a refused form moves the focus to its error", async ({
  page,
}) => {
  await page.goto("/contact");
  await page.keyboard.press("Tab");
  const skipLink = page.getByRole("link", { name: "Skip to the content" });
  await expect(skipLink).toBeFocused();
  await expect(skipLink).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("main#content")).toBeFocused();
  await page.locator("[name=name]").fill("Ada Field");
  await page.locator("[name=message]").fill("Is it ripe?");
  await page.getByRole("button", { name: "Send Message" }).click();
  const email = page.locator("main [name=email]");
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/^Enter your email address/);
  await expect(email).toBeInViewport();

  await page.goto("/login");
  await page.locator("[name=email]").fill("nobody-here@example.com");
  await page.locator("[name=password]").fill("not the password");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toBeFocused();
});

test("keyboard shortcuts open screens and move between orders, ? lists the shortcuts, and none acts while the admin types", async ({
  page,
  furrow,
}) => {
  const { name } = await registerSomebody(page);
  await orderAgain(page, name);
  await orderAgain(page, name);
  await page.context().clearCookies();
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL("/people");
  const search = page.getByRole("searchbox");
  await search.pressSequentially("go?");
  await expect(search).toHaveValue("go?");
  await expect(page).toHaveURL("/people");
  await page.getByRole("heading", { name: "Customers" }).click();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(list).toContainText("Go to the next or previous order");
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();

  await openPanel(page, "/total-orders");
  const links = page.getByRole("table", { name: "Orders" }).getByRole("link", { name: "Update" });
  await links.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/payment-status\//);
  const first = page.url();
  await expect(page.locator("[aria-keyshortcuts=k], [aria-keyshortcuts=j]").first()).toBeVisible();
  const key = (await page.locator("[aria-keyshortcuts=j]").count()) > 0 ? "j" : "k";
  await page.keyboard.press(key);
  await expect(page).not.toHaveURL(first);
});
