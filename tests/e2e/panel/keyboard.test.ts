import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { orderAgain, orderAsSomebody, registerSomebody } from "../../support/browser/purchase.ts";

test("the skip link is first in the tab order and leads to the content", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  for (const path of ["/", "/login?from=/", "/total-orders"]) {
    if (path === "/total-orders") await openPanel(page, path);
    else await page.goto(path);
    await page.keyboard.press("Tab");
    const skipLink = page.getByRole("link", { name: "Skip to the content" });
    await expect(skipLink).toBeFocused();
    await expect(skipLink).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.locator("main#content")).toBeFocused();
  }
});

test("a rejected form moves the focus to its first invalid field, and a rejected login to its error", async ({
  page,
}) => {
  await page.goto("/contact");
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

test("the panel announces the title of a new screen to screen readers", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  await page.getByRole("link", { name: "People", exact: true }).first().click();
  await expect(page.locator("[aria-live=polite]").filter({ hasText: "Customers" })).toBeAttached();
});

test("keyboard shortcuts open screens, ? lists the shortcuts, and no shortcut acts while the admin types in a field", async ({
  page,
  furrow,
}) => {
  await registerSomebody(page);
  await page.context().clearCookies();
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL("/people");
  const search = page.getByRole("searchbox");
  await search.fill("");
  await search.pressSequentially("go?");
  await expect(search).toHaveValue("go?");
  await expect(page).toHaveURL("/people");
  await page.getByRole("heading", { name: "Customers" }).click();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(list).toContainText("Go to the next or previous order");
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
});

test("arrow keys move between orders, Enter opens an order, and j or k opens the next or previous order", async ({
  page,
  browser,
  furrow,
}) => {
  const customer = await browser.newPage({ baseURL: furrow.url });
  const person = await orderAsSomebody(customer, "Basic");
  await orderAgain(customer, person.name);
  await customer.close();
  await signInOnce(page, furrow);
  await openPanel(page, "/total-orders");
  const links = page.getByRole("table", { name: "Orders" }).getByRole("link", { name: "Update" });
  await links.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/payment-status\//);
  const first = page.url();
  await expect(page.locator("[aria-keyshortcuts=k], [aria-keyshortcuts=j]").first()).toBeVisible();
  const key = (await page.locator("[aria-keyshortcuts=j]").count()) > 0 ? "j" : "k";
  await page.keyboard.press(key);
  await expect(page).not.toHaveURL(first);
});
