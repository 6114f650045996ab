import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../../support/browser/journey.ts";
import {
  cancelBy,
  choosePlan,
  giveAccount,
  goToProvider,
  orderPlan,
  payAs,
} from "../../support/browser/purchase.ts";

// PayPal's REST protocol with another origin than the shop, as in production.
test.use({
  furrowSettings: { SANDBOX_PROTOCOL: "rest", SANDBOX_URL: "http://127.0.0.1:{port}" },
});

async function orderAsVisitor(page: Page) {
  const person = newPerson();
  await choosePlan(page, "Standard");
  await giveAccount(page, person);
  await orderPlan(page, person.name);
}

test.describe("over PayPal's REST protocol", () => {
  test("a payment arrives when the customer returns, and a later refund makes the order Refunded", async ({
    page,
    furrow,
  }) => {
    await orderAsVisitor(page);
    await goToProvider(page);
    expect(new URL(page.url()).hostname).toBe("127.0.0.1");
    await expect(page.getByText("This is a test.")).toBeVisible();
    await expect(page.getByText("299.00 USD")).toBeVisible();
    await payAs(page, "refunded");
    expect(new URL(page.url()).origin).toBe(furrow.url);
    // The sandbox refunds after two seconds, so the page can already say Refunded on a slow
    // machine.
    await expect(page.getByRole("heading", { name: /^(You Have Paid|Refunded)$/ })).toBeVisible();
    const [order] = /[^/]+$/.exec(new URL(page.url()).pathname) ?? [];
    await expect(async () => {
      await page.goto("/dashboard");
      await expect(page.getByRole("row").nth(1)).toContainText("Refunded");
    }).toPass();
    await page.goto(`/my-order/${order}`);
    const receipt = page.getByRole("region", { name: "Receipt" });
    await expect(receipt).toContainText("$299.00 USD");
    await expect(receipt).toContainText("Transaction");
  });

  test("a pending payment leaves the order unpaid, and cancelling a second checkout cancels the order", async ({
    page,
  }) => {
    await orderAsVisitor(page);
    await goToProvider(page);
    await payAs(page, "pending");
    const title = page.getByRole("heading", { name: "Your payment is on its way" });
    await expect(title).toBeVisible();
    await page.goto("/pending-order");
    await expect(page.getByRole("row").nth(1)).toContainText("Payment on its way");
    await page.getByRole("link", { name: "Pay Now" }).click();
    await page.getByText("Pay again anyway").click();
    await goToProvider(page);
    await page.getByRole("button", { name: "Cancel and return" }).click();
    await cancelBy(page, "Cancel this order");
  });
});
