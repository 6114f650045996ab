import { coldTest, expect, test } from "../../support/browser/journey.ts";
import { cancelBy, goToProvider, payAs } from "../../support/browser/purchase.ts";
import { expectOnOrderPage, order, pay } from "../../support/browser/uncertain-payment.ts";
import { scaled } from "../../support/time-limits.ts";

const pending =
  "PayPal is still processing your payment of $299.00. Please do not pay again: we will email you when it arrives.";
const inQuestion =
  "A payment that arrived at PayPal does not match this order. We are checking it and will email you. Please do not pay again.";

const declined = "PayPal declined your payment. You were not charged. Please try again.";

for (const [outcome, sentence] of [
  ["pending", pending],
  ["wrong-amount", inQuestion],
] as const) {
  test(`after a payment that ends as ${outcome}, the customer is asked not to pay again, but can still pay`, async ({
    page,
  }) => {
    const orderId = await order(page);
    const before = await page.context().newPage();
    await before.goto(`/pay-now/${orderId}`);
    await pay(page, orderId, outcome);
    await expectOnOrderPage(page, orderId, sentence);
    await expect(page.getByRole("link", { name: "Pay Now" })).toHaveCount(0);

    // A payment page that was opened before the payment must not lead to a second payment.
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

for (const [outcome, title, sentence] of [
  ["pending", "Your payment is on its way", pending],
  ["denied", "Your payment was declined", declined],
  ["wrong-amount", "We are checking your payment", inQuestion],
] as const) {
  test(`the page after a payment that ends as ${outcome} shows the result without a reload`, async ({
    page,
  }) => {
    const orderId = await order(page);
    await pay(page, orderId, outcome);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
    const again = page.getByRole("main").getByRole("link", { name: "Pay Now" });
    await expect(again).toHaveCount(outcome === "denied" ? 1 : 0);
    await page.getByRole("link", { name: "Your order", exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/my-order/${orderId}$`));
  });
}

test("the page that waits for a payment shows that the order was cancelled in another tab", async ({
  page,
}) => {
  const orderId = await order(page);
  await pay(page, orderId, "no-notification");
  const other = await page.context().newPage();
  await other.goto(`/order-cancelled/${orderId}`);
  await cancelBy(other, "Cancel this order");
  await other.close();
  await expect(page.getByRole("heading", { name: "You Have Cancelled" })).toBeVisible();
  await expect(page.getByText("This order was cancelled.")).toBeVisible();
});

test("the page that waits for a payment asks the customer to log in when the session has ended", async ({
  page,
}) => {
  const orderId = await order(page);
  await pay(page, orderId, "no-notification");
  await expect(page.getByText("usually within seconds")).toBeVisible();
  await page.context().clearCookies();
  const logIn = page.getByRole("link", { name: "Log in to see your payment" });
  await expect(logIn).toBeVisible();
  await expect(page.getByText("usually within seconds")).toBeHidden();
  await logIn.click();
  await expect(page.getByText("Your money is safe.")).toBeVisible();
});

const late =
  "This is taking longer than usual. Please do not pay again: we will email you as soon as it arrives.";

coldTest(
  "the page that waits for a payment says when the payment takes long, and stops polling after some minutes",
  async ({ page }) => {
    const orderId = await order(page);
    await page.goto(`/pay-now/${orderId}`);
    await goToProvider(page);
    await page.clock.install();
    await payAs(page, "no-notification");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const title = page.getByRole("heading", { name: "Your payment is being confirmed" });
    await expect(title).toBeVisible();
    await expect(page.getByText(late)).toBeHidden();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    // From here on the fake clock triggers the polls.
    await page.clock.fastForward(30_000);
    await expect(page.getByText(late)).toBeVisible();
    await expect(page.getByText("usually within seconds")).toBeHidden();
    const askedBefore = asked.length;
    await page.clock.fastForward(5000);
    await expect.poll(() => asked.length).toBeGreaterThan(askedBefore);
    await page.clock.fastForward(600_000);
    await page.clock.runFor(5000);
    const askedAtLast = asked.length;
    await page.clock.runFor(60_000);
    expect(asked.length).toBe(askedAtLast);
    await expect(title).toBeVisible();
  },
);

coldTest.describe("without JavaScript", () => {
  coldTest.use({ javaScriptEnabled: false });

  coldTest(
    "the page that waits for a payment reloads itself, says when the payment takes long, and finally stops reloading",
    async ({ page }) => {
      const orderId = await order(page);
      const soon = page.getByText("usually within seconds");
      await page.goto(`/received-payment/${orderId}`);
      await expect(soon).toBeVisible();
      await expect(page).toHaveURL(/[?]since=\d+$/, { timeout: scaled(15_000) });
      await expect(soon).toBeVisible();
      const refresh = page.locator("meta[http-equiv=refresh]");
      await page.goto(`/received-payment/${orderId}?since=${Date.now() - 60_000}`);
      await expect(page.getByText(late)).toBeVisible();
      await expect(soon).toBeHidden();
      await expect(refresh).toHaveAttribute("content", /^10;url=/);
      await page.goto(`/received-payment/${orderId}?since=${Date.now() - 3_600_000}`);
      await expect(page.getByText(late)).toBeVisible();
      await expect(refresh).toHaveCount(0);
    },
  );
});

test("a customer whose payment was declined reads that nothing was charged, and pays again", async ({
  page,
}) => {
  const orderId = await order(page);
  await pay(page, orderId, "denied");
  await expectOnOrderPage(page, orderId, declined);
  await page.getByRole("link", { name: "Pay Now" }).click();
  await expect(page.getByText(declined)).toBeVisible();
  await goToProvider(page);
  await payAs(page, "completed");
  await expect(page.getByRole("heading", { name: "You Have Paid" })).toBeVisible();
  await expect(
    page.getByText("We begin as soon as you have answered a few questions"),
  ).toBeVisible();
  await page.goto(`/my-order/${orderId}`);
  await expect(page.getByText("We begin as soon as we have your answers.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Answer the questions" })).toBeVisible();
});
