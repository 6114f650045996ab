import { expect, test } from "../../support/browser/journey.ts";
import { signInOnce } from "../../support/browser/panel.ts";
import { orderAgain, orderAsSomebody, registerSomebody } from "../../support/browser/purchase.ts";

// A separate site, because the test counts all orders and subscribers.
test.use({ furrowSettings: { OWNER_EMAIL: "dashboard@furrow.example" } });

const adminScreens = ["/admin", "/total-orders", "/media-library", "/admin/payment-status/unknown"];

test("every admin screen redirects a visitor to the login", async ({ page }) => {
  for (const path of adminScreens) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`);
  }
});

test("a customer who opens an admin screen gets 403 and reads that they have no permission", async ({
  page,
}) => {
  await registerSomebody(page);
  await expect(page.getByRole("link", { name: "Admin" })).toHaveCount(0);
  for (const path of adminScreens) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(403);
    await expect(page.getByText("You don't have any permission")).toBeVisible();
  }
});

test("an admin pages through the lists of orders and subscribers, and marks an order delivered", async ({
  page,
  browser,
  request,
  furrow,
}) => {
  const customer = await browser.newPage({ baseURL: furrow.url });
  const person = await orderAsSomebody(customer, "Basic");
  for (let others = 0; others < 7; others++) await orderAgain(customer, person.name);
  for (const name of ["ann", "bob", "cat", "dan"]) {
    await request.post("/api/add-subscriber", { data: { subemail: `${name}@example.com` } });
  }

  await signInOnce(page, furrow);
  await page.goto("/");
  await page.getByRole("link", { name: "Admin" }).first().click();
  await page.locator("html[data-hydrated]").waitFor();
  await expect(page.getByRole("heading", { name: "Total Subscribers" })).toBeVisible();
  const orders = page.getByRole("table").first();
  await expect(orders.getByRole("row")).toHaveCount(1 + 7);
  const subscribers = page.getByRole("table").nth(1);
  await expect(subscribers.getByRole("row")).toHaveCount(1 + 3);
  await expect(subscribers.getByRole("row").nth(1)).toContainText("dan@example.com");
  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page.getByRole("link", { name: "By status" })).toHaveAttribute("href", /range=7/);
  await page.getByRole("link", { name: "By status" }).click();
  const chart = page.getByRole("figure", { name: "Orders by payment status" });
  await chart.getByText("Show the numbers").click();
  await expect(chart.getByRole("row")).toHaveCount(1 + 7 + 1);
  await expect(chart.getByRole("row").last()).toContainText(/Total\s*8\s*8$/);
  await chart.getByText("Show the numbers").click();
  await page.getByRole("navigation", { name: "Pages of orders" }).getByText("Next").click();
  await expect(page).toHaveURL(/range=7&by=status&orders=2/);
  await expect(orders.getByRole("row")).toHaveCount(1 + 1);
  await page.getByRole("navigation", { name: "Pages of subscribers" }).getByText("2").click();
  await expect(subscribers.getByRole("row").nth(1)).toContainText("ann@example.com");
  await expect(orders.getByRole("row")).toHaveCount(1 + 1);

  await orders.getByRole("link", { name: "Update Order" }).click();
  await page.locator("select[name=orderStatus]").selectOption("Delivered");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as Delivered" }).click();
  await expect(page.getByText("OrderStatus is Updated")).toBeVisible();
  await customer.goto("/my-order?page=2");
  await expect(customer.getByRole("row").last()).toContainText("Delivered");
  await customer.close();
});
