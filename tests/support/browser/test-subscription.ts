import type { Page } from "@playwright/test";

/** Pays an order by card at the sandbox's Stripe, which starts the subscription of a monthly plan. */
export async function subscribeByCard(page: Page, orderId: string): Promise<void> {
  await page.goto(`/pay-now/${orderId}`);
  await page.getByRole("button", { name: "Pay by card" }).click();
  await page.waitForURL("**/sandbox/stripe/pay/**");
  await page.getByRole("button", { name: "Pay now" }).click();
  await page.waitForURL("**/received-payment/**");
}

/** Outcomes of a charge, by their labels on the sandbox's page of a subscription. */
type ChargeOutcome = "Paid" | "The card is declined";

/** Turns the provider's clock on the page that an owner opens from the panel. */
export async function nextMonth(page: Page, address: string, outcome: ChargeOutcome = "Paid") {
  await page.goto(address);
  await page.getByLabel("How the next charge goes").selectOption(outcome);
  await page.getByRole("button", { name: "Next month now" }).click();
  await page.getByText("Test subscription").waitFor();
}
