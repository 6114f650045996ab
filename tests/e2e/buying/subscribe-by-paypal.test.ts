import { expect, test } from "../../support/browser/journey.ts";
import { placeOrder } from "../../support/browser/placed-order.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";
import { nextMonth } from "../../support/browser/test-subscription.ts";
import { adminOf } from "../../support/servers/web-client.ts";

test.use({
  furrowSettings: { SANDBOX_PROTOCOL: "rest", SANDBOX_URL: "http://127.0.0.1:{port}" },
});

test("PayPal charges three months, a pause is taken back, and another plan counts after the consent", async ({
  page,
  furrow,
}) => {
  const admin = await adminOf(furrow);
  const plans = await admin.call<Record<string, string>[]>("GET", "/pricings");
  const { _id, ...standard } = plans.find(({ packageName }) => packageName === "Standard") ?? {};
  await admin.call("PUT", `/pricing/${_id}`, { ...standard, packageCharged: "monthly" });

  const { orderId, person } = await placeOrder(furrow, { plan: "Premium" });
  await signInWithoutForm(page, person);
  await page.goto(`/pay-now/${orderId}`);
  await page.getByRole("button", { name: /PayPal/i }).click();
  await page.waitForURL("**/webapps/billing/subscriptions**");
  const reference = new URL(page.url()).searchParams.get("ba_token");
  const charges = new URL(`/sandbox/paypal/billing/subscriptions/${reference}`, page.url()).href;
  await page.getByRole("button", { name: "Pay now" }).click();
  await expect(page.getByRole("heading", { name: "You Have Paid" })).toBeVisible();
  await page.getByRole("link", { name: "See, pause or cancel your plan" }).click();
  await page.waitForURL("**/my-plan/**");
  const plan = page.url();

  const months = page.locator(".plan-month:not(.plan-month--next)");
  const headline = page.locator(".plan-now__headline");
  const turnTo = async (count: number, newest: string) => {
    await nextMonth(page, charges);
    await expect(async () => {
      await page.goto(plan);
      await expect(months).toHaveCount(count, { timeout: 1000 });
      await expect(months.first()).toContainText(`${newest}Paid`, { timeout: 1000 });
    }).toPass();
  };
  const paypalSays = (state: string) =>
    expect(async () => {
      await page.goto(charges);
      await expect(page.getByText(state, { exact: true })).toBeVisible({ timeout: 1000 });
    }).toPass();
  await turnTo(2, "$499.00");
  await turnTo(3, "$499.00");
  await expect(page.getByText("$1,497.00 for 3 months")).toBeVisible();

  await page.getByText("Pause the plan").first().click();
  await page.getByRole("button", { name: "Pause the plan" }).click();
  await expect(headline).toContainText("Pauses from");
  await paypalSays("Paused");
  await page.goto(plan);
  await page.getByRole("button", { name: "Resume now" }).click();
  await expect(headline).toContainText("Next payment$499.00");
  // PayPal changes no plan whose charges it still pauses.
  await paypalSays("Active");
  await page.goto(plan);

  await page.getByText("Change to another plan").click();
  await page.getByRole("button", { name: /^Agree and change/ }).click();
  await page.getByRole("button", { name: "Agree and continue" }).click();
  await page.waitForURL("**/my-plan/**");
  await expect(async () => {
    await page.goto(plan);
    await expect(headline).toContainText("Next payment$299.00", { timeout: 1000 });
  }).toPass();
  await turnTo(4, "$299.00");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your Standard plan");

  await page.getByText("Cancel the plan").first().click();
  await expect(page.getByText("PayPal cannot take a cancellation back")).toBeVisible();
  await page.getByRole("button", { name: /^End the plan on / }).click();
  await expect(headline).toContainText("Your last day is");
  await expect(page.getByRole("button", { name: "Keep my plan" })).toBeHidden();
});
