import { expect, test } from "../../support/browser/journey.ts";
import { placeOrder } from "../../support/browser/placed-order.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";
import { nextMonth, subscribeByCard } from "../../support/browser/test-subscription.ts";

test.use({
  furrowSettings: { SANDBOX_PROTOCOL: "stripe", SANDBOX_URL: "http://127.0.0.1:{port}" },
});

test("a card is charged each month by itself, a declined one is paid by hand, and the plan ends", async ({
  page,
  furrow,
}) => {
  const { orderId, person } = await placeOrder(furrow, { plan: "Premium" });
  await signInWithoutForm(page, person);
  let subscription = "";
  page.on("framenavigated", (frame) => {
    const [, session] = /\/sandbox\/stripe\/pay\/cs_test_(\w+)/.exec(frame.url()) ?? [];
    if (session !== undefined) subscription = `sub_${session}`;
  });
  await subscribeByCard(page, orderId);
  await expect(page.getByRole("heading", { name: "You Have Paid" })).toBeVisible();

  await page.goto("/dashboard");
  await page
    .getByRole("link", { name: /^Premium/ })
    .first()
    .click();
  await page.waitForURL("**/my-plan/**");
  const plan = page.url();
  const months = page.locator(".plan-month:not(.plan-month--next)");
  await expect(months).toHaveCount(1);

  const charges = `${new URL(page.url()).origin}/sandbox/stripe/test/subscriptions/${subscription}`;
  await nextMonth(page, charges);
  await expect(async () => {
    await page.goto(plan);
    await expect(months).toHaveCount(2, { timeout: 1000 });
  }).toPass();
  await nextMonth(page, charges, "The card is declined");
  await expect(async () => {
    await page.goto(plan);
    await expect(months).toHaveCount(3, { timeout: 1000 });
  }).toPass();
  await page.getByRole("link", { name: "Pay $499.00" }).click();
  await page.getByRole("button", { name: "Pay by card" }).click();
  await page.waitForURL("**/sandbox/stripe/pay/**");
  await page.getByRole("button", { name: "Pay now" }).click();
  await expect(page.getByRole("heading", { name: "You Have Paid" })).toBeVisible();
  // Stripe is told, so that it does not charge the month a second time.
  await expect(async () => {
    await page.goto(charges);
    await expect(page.getByText("Paid in another way")).toBeVisible({ timeout: 1000 });
  }).toPass();

  await page.goto(plan);
  await page.getByText("Cancel the plan").first().click();
  await page.getByRole("button", { name: /^End the plan on / }).click();
  await expect(page.getByText("Your plan is cancelled.")).toBeVisible();
  await expect(async () => {
    await page.goto(charges);
    await expect(page.getByText("ends with the period")).toBeVisible({ timeout: 1000 });
  }).toPass();
});
