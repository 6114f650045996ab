import type { Page } from "@playwright/test";
import { expect, test } from "../../support/browser/journey.ts";
import { notices, openPanel, renderLate, signInOnce } from "../../support/browser/panel.ts";
import { goToProvider, orderAsSomebody, payAs } from "../../support/browser/purchase.ts";

// A separate site, because other journeys leave payments to review.
test.use({ furrowSettings: { OWNER_EMAIL: "payments@furrow.example" } });

async function buy(page: Page, outcome: string): Promise<string> {
  await orderAsSomebody(page, "Standard");
  await page.getByRole("link", { name: "Pay Now" }).click();
  await goToProvider(page);
  await payAs(page, outcome);
  return page.url().split("/received-payment/")[1]?.split("?")[0] ?? "";
}

test("the owner accepts a wrong amount after a confirmation, and the customer sees Paid", async ({
  page,
  browser,
  furrow,
}) => {
  const admin = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(admin, furrow);
  await openPanel(admin, "/payments");
  await expect(admin.getByText("No payments need review")).toBeVisible();

  const orderId = await buy(page, "wrong-amount");
  const card = admin.getByRole("article");
  await expect(async () => {
    await openPanel(admin, "/payments");
    await expect(card).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await expect(admin.getByRole("link", { name: /^Payments 1 to review/ })).toBeVisible();
  await expect(card).toContainText("Not applied");
  await openPanel(admin, `/admin/payment-status/${orderId}`);
  await expect(admin.getByRole("heading", { name: "A payment needs review" })).toBeVisible();
  await expect(admin.getByText("$0.01 arrived; the order costs $299.00.")).not.toHaveCount(0);
  await expect(admin.getByText("No payments yet")).toHaveCount(0);
  await openPanel(admin, "/total-orders");
  await admin.getByRole("link", { name: "Payment needs review" }).click();
  await expect(admin).toHaveURL("/payments");
  const accept = card.getByRole("button", { name: /^Accept for order/ });
  await accept.click();
  await expect(card.getByText(/^\$0.01 arrived, and order \d+ costs \$299.00./)).toBeVisible();
  await card.getByRole("button", { name: "Not now" }).click();
  await card.getByRole("button", { name: "Dismiss" }).click();
  await expect(card.getByText("Enter a reason for dismissing it.")).toBeVisible();
  for (const [field, button] of [
    [card.getByLabel(/^Number of the order/), card.getByRole("button", { name: /^Apply to/ })],
    [card.getByLabel(/^Note/), card.getByRole("button", { name: "Dismiss" })],
  ] as const) {
    const [box, beside] = [await field.boundingBox(), await button.boundingBox()];
    expect(beside).toMatchObject({ y: box?.y, height: box?.height });
  }
  // Delays rendering, so that the reloaded list arrives before React has rendered the response.
  await renderLate(admin);
  await accept.click();
  await card.getByRole("button", { name: "Accept the amount" }).click();
  await expect(notices(admin).getByText("Payment notification accepted")).toBeVisible();
  await expect(card).toHaveCount(0);
  const row = admin.getByRole("table", { name: "All payments" }).getByRole("row").nth(1);
  await expect(row).toContainText("Applied");

  await row.getByRole("link").click();
  await expect(admin.getByRole("heading", { name: "A payment needs review" })).toHaveCount(0);
  const timeline = admin.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByText("Payment notification accepted")).toBeVisible();
  await page.goto(`/my-order/${orderId}`);
  await expect(page.getByRole("region", { name: "Receipt" })).toBeVisible();
});

test("the panel does not highlight the button that accepts a payment to another receiver, and shows a pending payment on its order", async ({
  page,
  browser,
  furrow,
}) => {
  const admin = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(admin, furrow);
  await buy(page, "wrong-receiver");
  const card = admin.getByRole("article");
  await expect(async () => {
    await openPanel(admin, "/payments");
    await expect(card).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await expect(card.getByText(/^It went to somebody-else@example\.com, but/)).toBeVisible();
  await expect(card.getByRole("button", { name: /^Accept for order/ })).toHaveAttribute(
    "data-variant",
    "default",
  );

  const other = await browser.newPage({ baseURL: furrow.url });
  const orderId = await buy(other, "pending");
  const mark = admin.getByRole("table", { name: "Orders" }).getByText("Payment on its way");
  await expect(async () => {
    await openPanel(admin, `/admin/payment-status/${orderId}`);
    await expect(admin.getByText("is still working on a payment for this order.")).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  await openPanel(admin, "/total-orders");
  await expect(mark).toBeVisible();
});
