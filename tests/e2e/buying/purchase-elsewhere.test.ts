import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import {
  cancelBy,
  choosePlan,
  giveAccount,
  goToProvider,
  orderPlan,
  payAs,
} from "../../support/browser/purchase.ts";
import { scaled } from "../../support/time-limits.ts";

// The provider has another origin than the shop, as in production.
test.use({ furrowSettings: { SANDBOX_URL: "http://127.0.0.1:{port}" } });

test.describe("with the provider on another site", () => {
  test("a purchase ends with a paid order", async ({ page, furrow }) => {
    const person = newPerson();
    await choosePlan(page, "Standard");
    await giveAccount(page, person);
    await orderPlan(page, person.name);
    await goToProvider(page);
    expect(new URL(page.url()).hostname).toBe("127.0.0.1");
    await payAs(page, "completed-twenty-times");
    expect(new URL(page.url()).origin).toBe(furrow.url);
    await expect(page.getByRole("heading", { name: "You Have Paid" })).toBeVisible();
    await page.goto("/dashboard");
    await expect(page.getByText("$299.00 USD")).toBeVisible();
  });

  test("cancelling at the provider cancels the order", async ({ page }) => {
    const person = newPerson();
    await choosePlan(page, "Basic");
    await giveAccount(page, person);
    await orderPlan(page, person.name);
    await goToProvider(page);
    await cancelBy(page, "Cancel and return");
    await expect(page.getByRole("row").nth(1)).toContainText("You Have Cancelled");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a purchase ends with a paid order", async ({ page }) => {
    const person = newPerson();
    await choosePlan(page, "Premium");
    await giveAccount(page, person);
    await orderPlan(page, person.name);
    await page.getByRole("button", { name: "Pay Now With Paypal" }).click();
    await page.getByRole("button", { name: "Continue to PayPal" }).click();
    await page.waitForURL("**/cgi-bin/webscr");
    await payAs(page, "completed-later");
    await expect(
      page.getByRole("heading", { name: "Your payment is being confirmed" }),
    ).toBeVisible();
    await expect(page.getByRole("heading", { name: "You Have Paid" })).toBeVisible({
      timeout: scaled(15_000),
    });
  });

  test("cancelling at the provider leads to a button that cancels the order", async ({ page }) => {
    const person = newPerson();
    await choosePlan(page, "Basic");
    await giveAccount(page, person);
    await orderPlan(page, person.name);
    await page.getByRole("button", { name: "Pay Now With Paypal" }).click();
    await page.getByRole("button", { name: "Continue to PayPal" }).click();
    await page.getByRole("button", { name: "Cancel and return" }).click();
    await cancelBy(page, "Cancel this order");
  });
});
