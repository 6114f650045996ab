import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../support/journey.ts";
import { choosePlan, goToProvider, orderPlan, payAs, registerHere } from "../support/purchase.ts";

/** A new customer's order for 299.00; answers its id. */
async function order(page: Page): Promise<string> {
  const person = newPerson();
  await page.goto("/register");
  await registerHere(page, person);
  await choosePlan(page, "Standard");
  await orderPlan(page, person.name);
  const href = await page.getByRole("link", { name: "Pay Now" }).getAttribute("href");
  return href?.split("/").at(-1) ?? "";
}

async function pay(page: Page, orderId: string, outcome: string): Promise<void> {
  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  await payAs(page, outcome);
}

/** What the order's page says, once it says it: the message about the payment is verified by then. */
async function expectOnOrderPage(page: Page, orderId: string, sentence: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/my-order/${orderId}`);
    await expect(page.getByText(sentence)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
}

const pending =
  "PayPal is still working on your payment of $299.00. Do not pay again: we write to you when it has arrived.";
const inQuestion =
  "Money for this order arrived at PayPal that does not match it. We are looking at it and write to you; do not pay again.";

for (const [outcome, sentence] of [
  ["pending", pending],
  ["wrong-amount", inQuestion],
] as const) {
  test(`whoever has paid with the end ${outcome} is told not to pay again, and can all the same`, async ({
    page,
  }) => {
    const orderId = await order(page);
    const before = await page.context().newPage();
    await before.goto(`/pay-now/${orderId}`);
    await pay(page, orderId, outcome);
    await expectOnOrderPage(page, orderId, sentence);
    await expect(page.getByRole("link", { name: "Pay Now" })).toHaveCount(0);

    // The page from before knows nothing of it, and is not to lead to a second payment.
    const payButton = "Pay Now With Paypal";
    await before.getByRole("button", { name: payButton }).click();
    await expect(before.getByText(sentence)).toBeVisible();
    await expect(before.getByRole("button", { name: payButton })).toBeHidden();
    await before.close();

    await page.getByRole("link", { name: "Pay again anyway" }).click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole("button", { name: payButton })).toBeHidden();
    await page.getByText("Pay again anyway").click();
    await goToProvider(page);
    await payAs(page, "completed");
    await page.goto(`/my-order/${orderId}`);
    await expect(page.getByText("You Have Paid")).toBeVisible();
  });
}

test("whoever was declined is told that nothing was charged, and pays again", async ({ page }) => {
  const orderId = await order(page);
  await pay(page, orderId, "denied");
  const declined = "PayPal declined your payment; nothing was charged. Try again.";
  await expectOnOrderPage(page, orderId, declined);
  await page.getByRole("link", { name: "Pay Now" }).click();
  await expect(page.getByText(declined)).toBeVisible();
  await goToProvider(page);
  await payAs(page, "completed");
  await expect(page.getByRole("heading", { name: "You Have Paid" })).toBeVisible();
});
