import type { Page } from "@playwright/test";
import { coldTest, expect, test } from "../../support/browser/journey.ts";
import { notices, openPanel, signInOnce } from "../../support/browser/panel.ts";
import { type PlacedOrder, placeOrder } from "../../support/browser/placed-order.ts";
import {
  cancelBy,
  goToProvider,
  payAs,
  signInWithoutForm,
} from "../../support/browser/purchase.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";

/** Places an order for 299.00 and signs its new customer in. */
async function order(page: Page, furrow: FurrowServer): Promise<PlacedOrder> {
  const placed = await placeOrder(furrow, { plan: "Standard" });
  await signInWithoutForm(page, placed.person);
  return placed;
}

async function pay(page: Page, orderId: string, outcome: string): Promise<void> {
  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  await payAs(page, outcome);
}

const payButton = "Pay Now With Paypal";
const pending =
  "PayPal is still processing the payment of $299.00. Please do not pay again: we will email you when it arrives.";
const counts =
  "PayPal is still processing the payment of $299.00. Cancelling does not stop it. If it arrives, the order still counts as paid: we will check it and email you.";
const declined = "PayPal declined the payment. Nothing was charged. Please try again.";
const late =
  "This is taking longer than usual. Please do not pay again: we will email you as soon as it arrives.";

test("a customer whose payment is pending is asked not to pay again, but can still pay or cancel", async ({
  page,
  context,
  furrow,
}) => {
  const { orderId } = await order(page, furrow);
  const before = await context.newPage();
  await before.goto(`/pay-now/${orderId}`);
  await pay(page, orderId, "pending");
  // The page after the payment shows its result without a reload.
  await expect(page.getByRole("heading", { name: "Your payment is on its way" })).toBeVisible();
  await expect(page.getByText(pending)).toBeVisible();
  // A payment page that was opened before the payment must not lead to a second payment.
  await before.getByRole("button", { name: payButton }).click();
  await expect(before.getByText(pending)).toBeVisible();
  await expect(before.getByRole("button", { name: payButton })).toBeHidden();

  await page.getByRole("link", { name: "Your order", exact: true }).click();
  await expect(page.getByText(pending)).toBeVisible();
  await expect(page.getByRole("link", { name: "Pay Now" })).toHaveCount(0);
  await page.getByRole("link", { name: "Pay again anyway" }).click();
  await expect(page.getByRole("button", { name: payButton })).toBeHidden();
  await page.getByText("Pay again anyway").click();
  await goToProvider(page);

  // The customer cancels in the other tab before paying in this one.
  await before.goto(`/order-cancelled/${orderId}`);
  await expect(before.getByText(counts)).toBeVisible();
  await cancelBy(before, "Cancel this order");
  await before.goto(`/my-order/${orderId}`);
  await expect(before.getByText("You Have Cancelled")).toBeVisible();
  await expect(before.getByText(counts)).toBeVisible();
  await expect(before.getByText("Nothing was charged.")).toHaveCount(0);
  await payAs(page, "completed");
  const charged = "but a payment of $299.00 arrived afterwards. We are checking it.";
  await expect(page.getByText(charged)).toBeVisible();
});

test("a customer whose payment was declined pays again in two tabs, and reads that the order was paid twice", async ({
  page,
  context,
  furrow,
}) => {
  const { orderId } = await order(page, furrow);
  await pay(page, orderId, "denied");
  await expect(page.getByRole("heading", { name: "Your payment was declined" })).toBeVisible();
  await expect(page.getByText(declined)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Pay Now" })).toBeVisible();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/pay-now/${orderId}`);
    await goToProvider(tab);
  }
  for (const tab of [page, other]) await payAs(tab, "completed");
  const twice = "This order was paid twice ($598.00). We will check it and refund the difference.";
  await expect(other.getByText(twice)).toBeVisible();
  await other.close();
  // The page reloads itself for the second payment, which would end a navigation.
  await expect(page.getByText(twice)).toBeVisible();
  await page.goto(`/my-order/${orderId}`);
  await expect(page.getByText(twice)).toBeVisible();
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt.getByText(/^[0-9A-Z]{17}$/)).toHaveCount(2);
  await page.goto("/account/delete");
  await expect(page.getByText("1 paid order is not delivered yet:")).toBeVisible();
  await expect(page.getByText(/^Money for order \d+ is on its way to us/)).toBeVisible();
});

test("the owner accepts a wrong amount after a confirmation, and the customer sees Paid", async ({
  page,
  browser,
  furrow,
}) => {
  const { person, orderId, inPanel } = await order(page, furrow);
  await pay(page, orderId, "wrong-amount");
  await expect(page.getByRole("heading", { name: "We are checking the payment" })).toBeVisible();
  await expect(page.getByText("does not match this order")).toBeVisible();

  const owner = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(owner, furrow);
  await openPanel(owner, inPanel);
  await expect(owner.getByRole("heading", { name: "A payment needs review" })).toBeVisible();
  await expect(owner.getByText("$0.01 arrived; the order costs $299.00.")).not.toHaveCount(0);
  await openPanel(owner, "/payments");
  const card = owner.getByRole("article").filter({ hasText: person.name });
  const accept = card.getByRole("button", { name: /^Accept for order/ });
  await accept.click();
  await expect(card.getByText(/^\$0.01 arrived, and order \d+ costs \$299.00./)).toBeVisible();
  await card.getByRole("button", { name: "Not now" }).click();
  await card.getByRole("button", { name: "Dismiss" }).click();
  await expect(card.getByText("Enter a reason for dismissing it.")).toBeVisible();
  await accept.click();
  await card.getByRole("button", { name: "Accept the amount" }).click();
  await expect(notices(owner).getByText("Payment notification accepted")).toBeVisible();
  await expect(card).toHaveCount(0);
  // The customer's page reloads itself, which would end a navigation that starts at that moment.
  await expect(page.getByRole("heading", { name: "You Have Paid" })).toBeVisible();
  await page.goto(`/my-order/${orderId}`);
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
});

test("the page that waits for a payment notices a cancellation and the end of the session, and reloads itself without JavaScript", async ({
  page,
  context,
  furrow,
}) => {
  const { orderId } = await order(page, furrow);
  await pay(page, orderId, "no-notification");
  const other = await context.newPage();
  await other.goto(`/order-cancelled/${orderId}`);
  await cancelBy(other, "Cancel this order");
  await expect(page.getByRole("heading", { name: "You Have Cancelled" })).toBeVisible();

  const { orderId: unpaid } = await order(page, furrow);
  const refreshOf = async (since: string) => {
    const answer = await page.request.get(`/received-payment/${unpaid}${since}`);
    return /<meta[^>]*http-equiv="refresh"[^>]*content="(\d+);/i.exec(await answer.text())?.[1];
  };
  expect(await refreshOf("")).toBe("2");
  expect(await refreshOf(`?since=${Date.now() - 60_000}`)).toBe("10");
  expect(await refreshOf(`?since=${Date.now() - 3_600_000}`)).toBeUndefined();
  await page.goto(`/received-payment/${unpaid}`);
  await expect(page.getByText("usually within seconds")).toBeVisible();
  await context.clearCookies();
  await page.getByRole("link", { name: "Log in to see your payment" }).click();
  await expect(page.getByText("Your money is safe.")).toBeVisible();
});

coldTest(
  "the page that waits for a payment says when the payment takes long, and stops polling after some minutes",
  async ({ page, furrow }) => {
    const { orderId } = await order(page, furrow);
    await page.clock.install();
    await page.goto(`/received-payment/${orderId}`);
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/payment-progress")) asked += 1;
    });
    await expect(page.getByText(late)).toBeHidden();
    await page.clock.runFor(1000);
    await expect.poll(() => asked).toBeGreaterThan(0);
    await page.clock.fastForward(30_000);
    await expect(page.getByText(late)).toBeVisible();
    await expect(page.getByText("usually within seconds")).toBeHidden();
    const askedBefore = asked;
    await page.clock.fastForward(5000);
    await expect.poll(() => asked).toBeGreaterThan(askedBefore);
    // The event of an earlier request arrives before the response to this request.
    const untilCounted = () => page.evaluate(async () => void (await fetch("/readyz")));
    await page.clock.fastForward(600_000);
    await page.clock.runFor(5000);
    await untilCounted();
    const askedAtLast = asked;
    await page.clock.runFor(60_000);
    await untilCounted();
    expect(asked).toBe(askedAtLast);
  },
);
