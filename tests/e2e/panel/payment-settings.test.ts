import type { Page } from "@playwright/test";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { orderAsSomebody } from "../../support/browser/purchase.ts";

// A separate site, because it starts without an account.
test.use({ furrowSettings: { OWNER_EMAIL: "till@furrow.example" } });

const section = (page: Page, name: string) => page.getByRole("region", { name });

test("the owner connects Stripe with a pasted key, a customer pays by card on a phone, and the owner disconnects", async ({
  page,
  browser,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  await page.getByRole("link", { name: "Take payments" }).click();
  await expect(page).toHaveURL("/settings/payments");
  await expect(section(page, "Test mode")).toContainText("Customers pay in Furrow’s sandbox.");

  const cards = section(page, "Cards");
  await cards.getByRole("button", { name: "Connect the test account" }).click();
  const key = cards.getByLabel("Secret key");
  await expect(key).toBeFocused();
  await key.fill("pk_test_51Abc");
  await page.keyboard.press("Enter");
  await expect(cards.getByText("This is the publishable key.")).toBeVisible();
  await expect(key).toHaveValue("pk_test_51Abc");
  await cards.getByRole("button", { name: "Try one that may not refund" }).click();
  await cards.getByRole("button", { name: "Connect Stripe" }).click();
  await expect(cards.getByText("This key may not refund. Tick “Refunds: Write”")).toBeVisible();
  await cards.getByRole("button", { name: "Use this key" }).click();
  const pasted = await key.inputValue();
  await cards.getByRole("button", { name: "Connect Stripe" }).click();
  await expect(cards).toContainText(`test@sandbox.example, key ending in ${pasted.slice(-4)}`);
  await expect(cards).toContainText("The webhook is set up. Nothing heard from Stripe yet.");
  expect(await page.content()).not.toContain(`value="${pasted}"`);

  const phone = await browser.newPage({
    baseURL: furrow.url,
    viewport: { width: 390, height: 844 },
  });
  await orderAsSomebody(phone, "Basic");
  await phone.getByRole("link", { name: "Pay Now" }).click();
  await phone.getByRole("button", { name: "Pay by card" }).click();
  await phone.waitForURL(/\/sandbox\/stripe\/pay\//);
  await phone.getByRole("button", { name: "Pay now" }).click();
  await phone.waitForURL("**/received-payment/**");
  await expect(phone.getByText(/paid|received/i).first()).toBeVisible();
  await phone.close();

  await page.reload();
  await expect(cards).toContainText("Last heard less than 2 minutes ago.");
  await cards.getByRole("button", { name: "Disconnect the test account" }).click();
  await expect(cards.getByRole("button", { name: "Keep it" })).toBeFocused();
  await cards.getByRole("button", { name: "Disconnect Stripe" }).click();
  await expect(cards.getByText("1 earlier account")).toBeVisible();
  await expect(cards.getByRole("button", { name: "Connect the test account" })).toBeVisible();
  expect(furrow.output()).not.toContain(pasted);
});
