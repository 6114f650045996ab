import { expect, test } from "../support/journey.ts";
import { openPanel, signInOnce } from "../support/panel.ts";

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

test("a rejected form focuses its first invalid field, with its message", async ({ page }) => {
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

test("the panel announces a new screen", async ({ page, furrow }) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  await page.getByRole("link", { name: "People", exact: true }).first().click();
  await expect(page.locator("[aria-live=polite]").filter({ hasText: "People" })).toBeAttached();
});
