import { expect, test } from "../../support/browser/journey.ts";
import { cancelBy, goToProvider, payAs } from "../../support/browser/purchase.ts";
import { expectOnOrderPage, order, pay } from "../../support/browser/uncertain-payment.ts";

test("a customer who pays in two tabs reads that the order was paid twice", async ({ page }) => {
  const orderId = await order(page);
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/pay-now/${orderId}`);
    await goToProvider(tab);
  }
  await payAs(page, "completed");
  await payAs(other, "completed");
  const twice = "You have paid twice ($598.00). We will check it and refund the difference.";
  await expect(other.getByText(twice)).toBeVisible();
  await other.close();
  await expectOnOrderPage(page, orderId, twice);
  await expect(page).toHaveTitle(/^Order \d+, paid · /);
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt.getByRole("term").filter({ hasText: "Paid again" })).toBeVisible();
  await expect(receipt.getByText(/^[0-9A-Z]{17}$/)).toHaveCount(2);
  await page.goto("/dashboard");
  await expect(page.getByText("We will check it and refund you.")).toBeVisible();
});

test("a customer who cancels while a payment is pending reads that the payment still counts if it arrives", async ({
  page,
}) => {
  const orderId = await order(page);
  await page.goto(`/order-cancelled/${orderId}`);
  await expect(page).toHaveTitle(/^Cancel your order · /);
  await expect(page.getByText("This order is open and not paid yet.")).toBeVisible();

  // The checkout is open in one tab while a payment from another tab is pending.
  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  const other = await page.context().newPage();
  await pay(other, orderId, "pending");
  await expectOnOrderPage(
    other,
    orderId,
    "PayPal is still processing your payment of $299.00. Please do not pay again: we will email you when it arrives.",
  );
  await page.getByRole("button", { name: "Cancel and return" }).click();
  const becomesOfIt =
    "PayPal is still processing your payment of $299.00. Cancelling does not stop it. If it arrives, the order still counts as paid: we will check it and email you.";
  await expect(page.getByText(becomesOfIt)).toBeVisible();
  await cancelBy(page, "Cancel this order");
  await other.goto(`/my-order/${orderId}`);
  await expect(other.getByText("You Have Cancelled")).toBeVisible();
  await expect(other.getByText(becomesOfIt)).toBeVisible();
  await expect(other.getByText("Nothing was charged.")).toHaveCount(0);
  await other.goto("/account/delete");
  await expect(other.getByText(/^Money for order \d+ is on its way to us/)).toBeVisible();
  await other.goto(`/order-cancelled/${orderId}`);
  await expect(other).toHaveTitle(/^Payment cancelled · /);
  await other.close();
});

test("a customer who cancels an order before its payment arrives reads that the payment arrived and is being checked", async ({
  page,
}) => {
  const orderId = await order(page);
  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  const other = await page.context().newPage();
  await other.goto(`/order-cancelled/${orderId}`);
  await cancelBy(other, "Cancel this order");
  await other.close();
  await payAs(page, "completed");
  const charged =
    "This order was cancelled, but your payment of $299.00 arrived afterwards. We are checking it. Write to us if you want a refund.";
  await expect(page.getByRole("heading", { name: "We are checking your payment" })).toBeVisible();
  await expect(page.getByText(charged)).toBeVisible();
  await page.goto(`/order-cancelled/${orderId}`);
  await expect(page.getByText(charged)).toBeVisible();
  await page.goto(`/my-order/${orderId}`);
  await expect(page.getByText(charged)).toBeVisible();
  await expect(page.getByText("nothing you need to do")).toHaveCount(0);
  const contact = page.getByRole("main").getByRole("link", { name: "Write to us" });
  await expect(contact).toHaveAttribute("href", /^\/contact/);
});

test("after a customer cancels at the provider, Back does not return to the page that cancels", async ({
  page,
}) => {
  const orderId = await order(page);
  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  const atProvider = await page.evaluate(() => history.length);
  const isTitled = page.waitForFunction(() => document.title.startsWith("Payment cancelled"));
  await Promise.all([isTitled, cancelBy(page, "Cancel and return")]);
  // The dashboard replaces the page that cancels, so the history has only one more entry.
  expect(await page.evaluate(() => history.length)).toBe(atProvider + 1);
});

test("a cancellation while offline says that the order is still open, and can be retried", async ({
  page,
}) => {
  const orderId = await order(page);
  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  await page.route("**/api/order-cancelled/**", (route) => route.abort());
  await page.getByRole("button", { name: "Cancel and return" }).click();
  await expect(page.getByText("so your order is still open")).toBeVisible();
  await expect(page.getByText("Cancelling your payment")).toBeHidden();
  await expect(page.getByText("You have cancelled the payment")).toBeHidden();
  await cancelBy(page, "Cancel this order");
});

test("a cancellation that fails on the server says that the order is still open, and can be retried", async ({
  page,
}) => {
  const orderId = await order(page);
  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  await page.route("**/api/order-cancelled/**", (route) => route.fulfill({ status: 503 }));
  await page.getByRole("button", { name: "Cancel and return" }).click();
  await expect(page.getByText("could not be cancelled and is still open")).toBeVisible();
  await expect(page.getByText("Cancelling your payment")).toBeHidden();
  await expect(page.getByText("You have cancelled the payment")).toBeHidden();
  await cancelBy(page, "Cancel this order");
});

test("while an earlier payment can still arrive, every page of the order mentions the payment and hides the payment button", async ({
  page,
}) => {
  const orderId = await order(page);
  await pay(page, orderId, "no-notification");
  const back = "You came back from PayPal, which has not reported a result yet";
  await page.getByRole("link", { name: "Your order", exact: true }).click();
  await expect(page.getByText(back)).toBeVisible();
  await expect(page.getByRole("link", { name: "Pay Now" })).toHaveCount(0);
  await page.getByRole("link", { name: "Pay again anyway" }).click();
  await expect(page.getByText(back)).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay Now With Paypal" })).toBeHidden();
  await page.goto(`/order-cancelled/${orderId}`);
  await expect(page.getByText(back)).toBeVisible();
  await expect(page.getByText("not paid yet")).toHaveCount(0);
  await cancelBy(page, "Cancel this order");
  await page.goto(`/my-order/${orderId}`);
  await expect(page.getByText(back)).toBeVisible();
  await expect(page.getByText("Nothing was charged")).toHaveCount(0);
});

test("a cancelled order says that no payment was received if a checkout was opened, and otherwise that nothing was charged", async ({
  page,
}) => {
  const orderId = await order(page);
  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  await cancelBy(page, "Cancel and return");
  await page.goto(`/my-order/${orderId}`);
  await expect(page.getByText("We have not received a payment.")).toBeVisible();
  for (const path of ["pay-now", "order-cancelled"]) {
    await page.goto(`/${path}/${orderId}`);
    const again = page.getByRole("link", { name: "Order again" });
    await expect(again).toHaveAttribute("href", /^\/order-now\//);
  }
  await page.context().clearCookies();
  const other = await order(page);
  await page.goto(`/order-cancelled/${other}`);
  await cancelBy(page, "Cancel this order");
  await page.goto(`/my-order/${other}`);
  await expect(page.getByText("Nothing was charged.")).toBeVisible();
});
