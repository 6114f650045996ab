import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";
import { openPanel } from "./panel.ts";

type WayCard = "Cards" | "PayPal";

const cardOf = (page: Page, way: WayCard) => page.getByRole("region", { name: way, exact: true });

/** Opens Settings → Payments, and the form for the keys of a way's test account. */
export async function openKeys(page: Page, way: WayCard): Promise<Locator> {
  await openPanel(page, "/settings/payments");
  const card = cardOf(page, way);
  await card.getByRole("button", { name: /^(Connect|Replace) the test account of/ }).click();
  return card;
}

/** Connects the account of the sandbox that the open form offers; waits until the card shows it. */
export async function connectSandbox(
  card: Locator,
  keys: "Use this key" | "Use this app" | "Use this address",
  shown: string,
): Promise<void> {
  await card.getByRole("button", { name: keys }).click();
  await card.getByRole("button", { name: /^Connect (Stripe|PayPal)$/ }).click();
  await expect(card).toContainText(shown);
  await expect(card.getByRole("button", { name: /^Disconnect the test account of/ })).toBeVisible();
}

/** Disconnects the test account of a way. */
export async function disconnect(page: Page, way: WayCard): Promise<void> {
  await openPanel(page, "/settings/payments");
  const card = cardOf(page, way);
  const opener = card.getByRole("button", { name: /^Disconnect the test account of/ });
  const keep = card.getByRole("button", { name: "Keep it" });
  await opener.click();
  await expect(keep).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await opener.click();
  await card.getByRole("button", { name: /^Disconnect (Stripe|PayPal)$/ }).click();
  await expect(card.getByRole("button", { name: /^Connect the test account of/ })).toBeVisible();
  await expect(card.getByText(/^\d+ earlier accounts?$/)).toBeVisible();
}
