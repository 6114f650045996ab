import type { Page } from "@playwright/test";
import { expect, newPerson } from "./journey.ts";
import { choosePlan, goToProvider, orderPlan, payAs, registerHere } from "./purchase.ts";

/** A new customer's order for 299.00; answers its id. */
export async function order(page: Page): Promise<string> {
  const person = newPerson();
  await page.goto("/register");
  await registerHere(page, person);
  await choosePlan(page, "Standard");
  await orderPlan(page, person.name);
  const href = await page.getByRole("link", { name: "Pay Now" }).getAttribute("href");
  return href?.split("/").at(-1) ?? "";
}

export async function pay(page: Page, orderId: string, outcome: string): Promise<void> {
  await page.goto(`/pay-now/${orderId}`);
  await goToProvider(page);
  await payAs(page, outcome);
}

/** What the order's page says, once it says it: the message about the payment is verified by then. */
export async function expectOnOrderPage(
  page: Page,
  orderId: string,
  sentence: string,
): Promise<void> {
  await expect(async () => {
    await page.goto(`/my-order/${orderId}`);
    await expect(page.getByText(sentence)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
}
