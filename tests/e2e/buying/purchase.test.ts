import { expect, newPerson, test } from "../../support/browser/journey.ts";
import { signInOnce } from "../../support/browser/panel.ts";
import {
  cancelBy,
  choosePlan,
  giveAccount,
  goToProvider,
  orderAsSomebody,
  orderButton,
  orderIdHere,
  orderPlan,
  payAs,
  registerSomebody,
  totalSales,
} from "../../support/browser/purchase.ts";
import { scaled } from "../../support/time-limits.ts";

test("a visitor orders and pays, and customer and owner see the paid order", async ({
  page,
  browser,
  furrow,
}) => {
  const admin = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(admin, furrow);
  const salesBefore = await totalSales(admin);

  const person = newPerson();
  await choosePlan(page, "Standard");
  await expect(page.getByRole("heading", { name: "You're buying this SEO plan" })).toBeVisible();
  await expect(page.locator("[name=packageName]")).toHaveValue("Standard");
  await expect(page.locator("[name=packagePrice]")).toHaveValue("299");
  await giveAccount(page, person);
  await orderPlan(page, person.name);
  const placed = page.getByText("Your order is placed. The next step is to pay for it.");
  await expect(placed).toBeVisible();
  await expect(page.locator("main")).toContainText("To pay $299.00 USD");
  const payAddress = page.url();

  await goToProvider(page);
  await payAs(page, "completed");
  await expect(page.getByRole("heading", { name: "You Have Paid" })).toBeVisible();

  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Welcome to your dashboard" })).toBeVisible();
  await expect(page.getByText("$299.00 USD")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("You Have Paid");
  await page.goto("/pending-order");
  await expect(page.getByRole("row").nth(1)).toContainText("You Have Paid");
  await page.goto(payAddress);
  await expect(page.getByRole("heading", { name: "Your order", exact: true })).toBeVisible();
  await expect(placed).toBeHidden();

  const [order] = await (await page.request.get("/api/orders")).json();
  await page.goto(`/pay-now/${order._id}`);
  await page.getByRole("link", { name: "Your order and receipt" }).click();
  const title = await page.getByRole("heading", { name: /^Order \d+$/ }).innerText();
  await page.goto("/account/delete");
  await expect(page.getByText("1 paid order is not delivered yet:")).toContainText(
    `: ${title.replace("Order ", "")}.`,
  );
  await page.goto("/goodbye");
  await expect(page).toHaveURL("/account");

  expect(await totalSales(admin)).toBe(salesBefore + 29_900);
  const newest = admin.getByRole("row").nth(1);
  await expect(newest).toContainText(person.email);
  await expect(newest).toContainText("$299.00");
  await expect(newest).toContainText("Paid");
  await admin.close();
});

test("cancelling at the provider cancels the order and leads to the dashboard", async ({
  page,
}) => {
  await orderAsSomebody(page, "Basic");
  await page.getByRole("link", { name: "Pay Now" }).click();
  await goToProvider(page);
  await cancelBy(page, "Cancel and return");
  await expect(page.getByRole("row").nth(1)).toContainText("You Have Cancelled");
  await expect(page.getByText("$0.00 USD")).toBeVisible();
});

test("opening the cancel URL without the provider's token cancels nothing", async ({ page }) => {
  await orderAsSomebody(page, "Basic");
  const orderId = await orderIdHere(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(`${request.method()} ${request.url()}`);
  });
  // Waits for `load`, because a script that cancels the order would have sent its request by then.
  await page.goto(`/order-cancelled/${orderId}`, { waitUntil: "load" });
  await expect(page.getByRole("button", { name: "Cancel this order" })).toBeVisible();
  expect(sent).toEqual([]);
  await page.goto("/my-order");
  await expect(page.getByRole("row").nth(1)).toContainText("Pay Now");
  await page.goto(`/order-cancelled/${orderId}`);
  await cancelBy(page, "Cancel this order");
});

test("a forged return URL does not make an order Paid", async ({ page }) => {
  await orderAsSomebody(page, "Basic");
  const [order] = await (await page.request.get("/api/orders")).json();
  const forged = "tx=6AB12345CD678901E&st=Completed&amt=149.00&cc=USD&cm=&item_number=";
  await page.goto(`/received-payment/${order._id}?${forged}`);
  await expect(
    page.getByRole("heading", { name: "Your payment is being confirmed" }),
  ).toBeVisible();
  const [after] = await (await page.request.get("/api/orders")).json();
  expect(after.paymentStatus).toBe("UnPaid");
});

test("the page after paying updates when the notification arrives", async ({ page }) => {
  await orderAsSomebody(page, "Premium");
  await page.getByRole("link", { name: "Pay Now" }).click();
  await goToProvider(page);
  await payAs(page, "completed-later");
  await expect(
    page.getByRole("heading", { name: "Your payment is being confirmed" }),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "You Have Paid" })).toBeVisible({
    timeout: scaled(15_000),
  });
});

// `sandbox-purchase.test.ts` tests the other outcomes over HTTP.
for (const [outcome, made, told] of [
  ["wrong-amount", "Needs review", "does not match this order"],
  ["pending", "No effect", "is still processing your payment"],
  ["denied", "No effect", "declined your payment"],
] as const) {
  test(`a payment that ends as ${outcome} leaves the order unpaid`, async ({
    page,
    browser,
    furrow,
  }) => {
    await orderAsSomebody(page, "Basic");
    const orderId = await orderIdHere(page);
    await page.getByRole("link", { name: "Pay Now" }).click();
    await goToProvider(page);
    await payAs(page, outcome);

    const admin = await browser.newPage({ baseURL: furrow.url });
    await signInOnce(admin, furrow);
    const messages = admin.getByRole("region", { name: "Timeline" }).getByRole("group");
    // Looks in the panel, because only the panel shows that a notification has been verified.
    await expect(async () => {
      await admin.goto(`/admin/payment-status/${orderId}`);
      await expect(messages).toHaveText(/has confirmed that this notification is genuine/, {
        timeout: 500,
      });
    }).toPass({ timeout: scaled(15_000) });
    await expect(messages).toContainText(made);
    await admin.close();
    await expect(page.getByText(told)).toBeVisible();
    await page.goto("/my-order");
    await expect(page.getByRole("row").nth(1)).toContainText("Pay Now");
  });
}

test("an order form that is sent ten times at once creates one order", async ({ page }) => {
  const person = await registerSomebody(page);
  await choosePlan(page, "Basic");
  await page.locator("[name=customerName]").fill(person.name);
  await page.locator("[name=customerAddress]").fill("1 Long Acre, Fairfield");
  await page.locator("[name=customerCountry]").fill("Norway");
  // All requests are sent before the first response arrives.
  const statuses = await page.locator("form[action^='/order-now/']").evaluate(sendTenTimes);
  expect(statuses).toEqual(Array(10).fill(200));
  await page.goto("/pending-order");
  await expect(page.getByRole("row")).toHaveCount(1 + 1);
});

test("an order form that is sent a second time says that the order exists, and places a new order the third time", async ({
  page,
}) => {
  const person = await registerSomebody(page);
  await choosePlan(page, "Basic");
  const formAddress = page.url();
  const key = page.locator("[name=idempotencyKey]");
  const keyOfFirst = await key.inputValue();
  await orderPlan(page, person.name);
  // Restores the used idempotency key, as the browser's back/forward cache does.
  await page.goto(formAddress);
  await key.evaluate((input: HTMLInputElement, kept) => {
    input.value = kept;
  }, keyOfFirst);
  await page.locator("[name=customerName]").fill("Corrected Name");
  await page.locator("[name=customerAddress]").fill("2 Long Acre");
  await orderButton(page).click();
  await expect(page.getByRole("alert")).toContainText(
    "You have already placed an order with this form",
  );
  await expect(page.getByRole("alert").getByRole("link")).toHaveAttribute("href", "/pending-order");
  await expect(page.locator("main")).not.toContainText("Idempotency");
  await expect(page.locator("[name=customerName]")).toHaveValue("Corrected Name");
  await expect(page.locator("[name=customerAddress]")).toHaveValue("2 Long Acre");
  expect(await key.inputValue()).not.toBe(keyOfFirst);
  await orderButton(page).click();
  await page.waitForURL("**/pay-now/**");
  await page.goto("/pending-order");
  await expect(page.getByRole("row")).toHaveCount(1 + 2);
});

/** Runs in the browser, so the function can use only its parameter and browser APIs. */
function sendTenTimes(form: HTMLFormElement): Promise<number[]> {
  const body = () => new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  const send = () => fetch(form.action, { method: "POST", body: body() });
  return Promise.all(Array.from({ length: 10 }, async () => (await send()).status));
}
