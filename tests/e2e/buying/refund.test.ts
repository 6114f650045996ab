import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { placeOrder } from "../../support/browser/placed-order.ts";
import { goToProvider, payAs, signInWithoutForm } from "../../support/browser/purchase.ts";

// PayPal's REST protocol with another origin than the shop, as in production.
test.use({
  furrowSettings: { SANDBOX_PROTOCOL: "rest", SANDBOX_URL: "http://127.0.0.1:{port}" },
});

test("a payment over PayPal's REST protocol arrives when the customer returns, and the owner refunds a part and then the rest", async ({
  page,
  browser,
  furrow,
}) => {
  const { person, orderId, room, inPanel } = await placeOrder(furrow, { plan: "Standard" });
  await signInWithoutForm(page, person);
  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  await expect(page.getByText("299.00 USD")).toBeVisible();
  await payAs(page, "no-notification");
  await expect(page.getByRole("heading", { name: "You Have Paid" })).toBeVisible();

  const owner = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(owner, furrow);
  await openPanel(owner, inPanel);
  await owner.getByRole("button", { name: "Refund", exact: true }).click();
  const form = owner.getByRole("dialog");
  await form.getByLabel("Amount in USD").fill("400");
  await form.getByRole("button", { name: "Refund $400.00" }).click();
  await expect(form.getByText("$400.00 is more than what is left")).toBeVisible();
  await form.getByLabel("Amount in USD").fill("99.50");
  await expect(form).toContainText(`$99.50 to ${person.name} (${person.email})`);
  await form.getByRole("button", { name: "Refund $99.50" }).click();
  await expect(owner.getByText("$199.50 can be refunded.")).toBeVisible();
  await page.goto(room);
  await expect(page.getByText("$99.50 USD of the payment was refunded.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText("$199.50 USD");

  await owner.getByRole("button", { name: "Refund", exact: true }).click();
  await form.getByRole("button", { name: "Refund $199.50" }).click();
  await expect(owner.getByText("Nothing is left to refund.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("The payment was refunded.")).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByText("Paid: $299.00 USD")).toContainText("After refunds: $0.00 USD.");
});
