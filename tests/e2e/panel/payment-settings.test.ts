import type { Page } from "@playwright/test";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";

// A separate site, because it starts without an account.
test.use({ furrowSettings: { OWNER_EMAIL: "till@furrow.example" } });

const section = (page: Page, name: string) => page.getByRole("region", { name });

test("keys that cannot take payments are refused in a sentence, and the right one is connected and never shown again", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  await page.getByRole("link", { name: "Take payments" }).click();
  await expect(page).toHaveURL("/settings/payments");
  await expect(section(page, "Test mode")).toContainText("Customers pay in Furrow’s sandbox.");

  const cards = section(page, "Cards");
  await cards.getByRole("button", { name: "Connect the test account of Stripe" }).click();
  const key = cards.getByLabel("Secret key");
  await expect(key).toBeFocused();
  await key.fill("pk_test_51Abc");
  await page.keyboard.press("Enter");
  await expect(cards.getByText("This is the publishable key.")).toBeVisible();
  await expect(key).toHaveValue("pk_test_51Abc");
  await expect(key).toHaveAttribute("aria-invalid", "true");
  await expect(key).toBeFocused();
  await cards.getByRole("button", { name: "Try one that may not refund" }).click();
  await cards.getByRole("button", { name: "Connect Stripe" }).click();
  await expect(cards.getByText("This key may not refund. Tick “Refunds: Write”")).toBeVisible();
  await cards.getByRole("button", { name: "Use this key" }).click();
  const pasted = await key.inputValue();
  await cards.getByRole("button", { name: "Connect Stripe" }).click();
  await expect(cards).toContainText(`test@sandbox.example, key ending in ${pasted.slice(-4)}`);
  await expect(cards).toContainText("The webhook is set up. Nothing heard from Stripe yet.");
  expect(await page.content()).not.toContain(`value="${pasted}"`);

  await cards.getByRole("button", { name: "Connect the live account of Stripe" }).click();
  const press = cards.getByRole("button", { name: "Connect Stripe" });
  await press.click();
  await expect(cards.getByText("Paste the secret key from Stripe’s dashboard")).toBeVisible();
  await key.fill("sk_test_51Abc");
  await press.click();
  await expect(
    cards.getByText("This is a test key: payments with it move no money."),
  ).toBeVisible();
  await key.fill(pasted);
  await press.click();
  await expect(cards.getByText("This key belongs to Furrow’s own sandbox")).toBeVisible();
  const mode = section(page, "Test mode");
  await expect(mode).toContainText("Nothing can take real payments yet: connect PayPal or Stripe");
  await expect(mode.getByRole("button", { name: "Go live" })).toHaveCount(0);
  expect(furrow.output()).not.toContain(pasted);
});
