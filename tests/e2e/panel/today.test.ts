import type { Locator } from "@playwright/test";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import {
  goToProvider,
  orderAgain,
  orderAsSomebody,
  payAs,
} from "../../support/browser/purchase.ts";
import { scaled } from "../../support/time-limits.ts";

// A separate site, because Today lists all open tasks of the site.
test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({
      SMTP_URL: mailServer.url,
      MAIL_FROM: "shop@furrow.example",
      OWNER_EMAIL: "today@furrow.example",
      BACKUP_EVERY: "24h",
    }),
});

test("Today is empty at first, lists new tasks, and drops tasks that are done", async ({
  page,
  browser,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  const today = page.getByRole("region", { name: "To do" });
  await expect(today).toContainText("Nothing to do");

  const customer = await browser.newPage({ baseURL: furrow.url });
  const person = await orderAsSomebody(customer, "Standard");
  await orderAgain(customer, person.name);
  await customer.goto("/pending-order");
  await customer.getByRole("link", { name: "Pay Now" }).first().click();
  await goToProvider(customer);
  await payAs(customer, "completed");
  const message = { name: "Erik Hill", email: "erik@example.com", number: "1" };
  const asked = { ...message, subject: "Do you work with bakeries?", message: "We are three." };
  await customer.request.post("/api/add-message", { headers: { origin: furrow.url }, data: asked });
  await customer.close();

  await expect(async () => {
    await openPanel(page, "/admin");
    await expect(today.getByRole("listitem")).toHaveCount(2, { timeout: 500 });
  }).toPass({ timeout: scaled(15_000) });
  // The unpaid order is not listed, because only its customer can act.
  await expect(today.getByRole("listitem").first()).toContainText(/^Order \d+: Basic for /);
  await expect(today.getByRole("listitem").nth(1)).toContainText("Message from Erik Hill, unread");

  await today.getByRole("link", { name: /^Reply/ }).click();
  await expect(page.getByText("We are three.")).toBeVisible();
  await page.getByRole("button", { name: "Mark Read" }).click();
  await expect(page.getByText("Message is Read")).toBeVisible();
  await openPanel(page, "/admin");
  await expect(today.getByRole("listitem")).toHaveCount(1);
  await today.getByRole("link", { name: /^Open order/ }).click();
  await page.getByLabel("Order Status").selectOption("Delivered");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  await openPanel(page, "/admin");
  await expect(today).toContainText("Nothing to do");
});

test("on a phone the most used screens are at the bottom, and More lists the others", async ({
  page,
  furrow,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  const bar = page.getByRole("navigation", { name: "Most used" });
  await expect(bar.locator("[aria-current=page]")).toHaveText("Today");
  await bar.getByRole("link", { name: "Orders" }).click();
  await expect(page).toHaveURL("/total-orders");
  await expect(bar.locator("[aria-current=page]")).toHaveText("Orders");
  await bar.getByRole("button", { name: "More" }).click();
  await page.getByRole("navigation", { name: "Admin panel" }).getByText("People").click();
  await expect(page).toHaveURL("/people");
  await page
    .getByRole("navigation", { name: "People: screens" })
    .getByText("Team and admins")
    .click();
  await expect(page).toHaveURL("/add-user");
});

test("the first steps are open at the first visit, and stay folded once somebody folds them", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  const step = page.getByRole("link", { name: "Add your logo" });
  await expect(step).toBeVisible();
  await page.getByText("First steps").click();
  await expect(step).toBeHidden();
  await openPanel(page, "/admin");
  await expect(page.getByText("First steps")).toBeVisible();
  await expect(step).toBeHidden();
  await page.getByText("First steps").click();
  await openPanel(page, "/admin");
  await expect(step).toBeVisible();
});

test("Today begins with the tasks, and links the specified screens in one line below the sales", async ({
  page,
  furrow,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  const links = page.getByRole("navigation", { name: "Screens of the dashboard" });
  await expect(links.getByRole("link")).toHaveText([
    "Content",
    "Total Orders",
    "Messages",
    "Subscribers",
    "Admin",
    "Payment",
  ]);
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
  const tops = await Promise.all((await links.getByRole("link").all()).map(top));
  expect(new Set(tops).size).toBe(1);
  const todo = await top(page.getByRole("region", { name: "To do" }));
  expect(todo).toBeLessThan(await top(page.getByText("Total Sales", { exact: true }).first()));
  expect(todo).toBeLessThan(tops[0] ?? 0);
});
