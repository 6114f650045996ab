import type { Page } from "@playwright/test";
import { scaled } from "../time-limits.ts";
import { expect } from "./journey.ts";
import { goToProvider, orderAsSomebody, orderIdHere, payAs } from "./purchase.ts";

/** Places an order for 299.00 as a new customer; returns its id. */
export async function order(page: Page): Promise<string> {
  await orderAsSomebody(page, "Standard");
  return orderIdHere(page);
}

export async function pay(page: Page, orderId: string, outcome: string): Promise<void> {
  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  await payAs(page, outcome);
}

/** Waits until the order's page shows a text that appears once the notification is verified. */
export async function expectOnOrderPage(
  page: Page,
  orderId: string,
  sentence: string,
): Promise<void> {
  await expect(async () => {
    await page.goto(`/my-order/${orderId}`);
    await expect(page.getByText(sentence)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: scaled(15_000) });
}
