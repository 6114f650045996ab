import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { orderAgain, registerSomebody } from "../../support/browser/purchase.ts";
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

/** Places orders of a new customer and signs the customer out. */
async function placeOrders(page: Page, plans: readonly ("Basic" | "Standard")[]): Promise<void> {
  const { name } = await registerSomebody(page);
  for (const plan of plans) await orderAgain(page, name, plan);
  await page.context().clearCookies();
}

test("Today is empty at first, lists new tasks, and drops tasks that are done", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  const today = page.getByRole("region", { name: "To do" });
  await expect(today).toContainText("Nothing to do");

  const headers = { origin: furrow.url };
  await placeOrders(page, ["Standard", "Basic"]);
  await signInOnce(page, furrow);
  const orders: { _id: string; packageName: string }[] = await (
    await page.request.get("/api/orders")
  ).json();
  const basic = orders.find(({ packageName }) => packageName === "Basic");
  const paid = await page.request.post(`/api/order/${basic?._id}/payments`, {
    headers: { ...headers, "idempotency-key": "paid-by-transfer" },
    data: { amount: "149.00", date: new Date().toISOString().slice(0, 10), reference: "Transfer" },
  });
  expect(paid.ok()).toBe(true);
  const message = { name: "Erik Hill", email: "erik@example.com", number: "1" };
  const data = { ...message, subject: "Do you work with bakeries?", message: "We are three." };
  await page.request.post("/api/add-message", { headers, data });

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

test("Today begins with the tasks, keeps the first steps folded, and pages through the lists of orders and subscribers", async ({
  page,
  request,
  furrow,
}) => {
  await placeOrders(page, Array(8).fill("Basic"));
  for (const name of ["ann", "bob", "cat", "dan"]) {
    await request.post("/api/add-subscriber", { data: { subemail: `${name}@example.com` } });
  }
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
  const todo = await top(page.getByRole("region", { name: "To do" }));
  expect(todo).toBeLessThan(await top(page.getByText("Total Sales", { exact: true }).first()));
  expect(todo).toBeLessThan(await top(links));

  const step = page.getByRole("link", { name: "Add your logo" });
  await expect(step).toBeVisible();
  await page.getByText("First steps").click();
  await expect(step).toBeHidden();
  const orders = page.getByRole("table").first();
  await expect(orders.getByRole("row")).toHaveCount(1 + 7);
  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page.getByRole("link", { name: "By status" })).toHaveAttribute("href", /range=7/);
  await page.getByRole("link", { name: "By status" }).click();
  const chart = page.getByRole("figure", { name: "Orders by payment status" });
  await chart.getByText("Show the numbers").click();
  await expect(chart.getByRole("row").last()).toContainText(/^Total/);
  await chart.getByText("Show the numbers").click();
  await page.getByRole("navigation", { name: "Pages of orders" }).getByText("Next").click();
  await expect(page).toHaveURL(/range=7&by=status&orders=2/);
  await expect(orders.getByRole("row")).not.toHaveCount(1 + 7);
  await page.getByRole("navigation", { name: "Pages of subscribers" }).getByText("2").click();
  const subscribers = page.getByRole("table").nth(1);
  await expect(subscribers.getByRole("row").nth(1)).toContainText("ann@example.com");
  await openPanel(page, "/admin");
  await expect(page.getByText("First steps")).toBeVisible();
  await expect(step).toBeHidden();
});
