import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { placeOrder } from "../../support/browser/placed-order.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";

test.use({ furrowSettings: { SANDBOX_PROTOCOL: "stripe,standard" } });

test("the owner enters a bank account, a customer on a phone without JavaScript chooses a transfer, and the owner records it", async ({
  page: owner,
  browser,
  furrow,
}) => {
  await signInOnce(owner, furrow);
  await openPanel(owner, "/settings/payments");
  const form = owner.getByRole("region", { name: "Bank transfer" });
  await form.getByLabel("Customers can pay by bank transfer").check();
  await form.getByLabel("Account holder").fill("Meridian AS");
  await form.getByLabel("IBAN").fill("NO93 8601 1117 948");
  await form.getByRole("button", { name: "Save bank account" }).click();
  await expect(form.getByText("its check digits do not match")).toBeVisible();
  await form.getByLabel("IBAN").fill("NO93 8601 1117 947");
  await form.getByRole("button", { name: "Save bank account" }).click();
  await expect(owner.getByText("Bank account is saved")).toBeVisible();

  const { person, orderId, room } = await placeOrder(furrow, { plan: "Standard" });
  const phone = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false };
  const page = await browser.newPage({ ...phone, baseURL: furrow.url });
  await signInWithoutForm(page, person);
  await page.goto(`/pay-now/${orderId}`);
  await page.getByRole("button", { name: "Pay by card" }).click();
  await page.waitForURL(/\/sandbox\/stripe\//);
  await page.goto(`/pay-now/${orderId}`);
  await expect(page.getByText("A payment was started at Stripe")).toBeVisible();
  await page.getByRole("button", { name: "Pay by bank transfer" }).click();
  await expect(page.getByRole("heading", { name: "Pay by bank transfer" })).toBeVisible();
  const account = page.getByRole("region", { name: "Transfer to this account" });
  for (const shown of ["$299.00 USD", "Meridian AS", "NO93 8601 1117 947"]) {
    await expect(account.getByText(shown, { exact: true })).toBeVisible();
  }
  const reference = (await account.getByText(/^Order \d+$/).textContent()) ?? "";
  await page.goto("/dashboard");
  await expect(
    page.getByText(/^Waiting for your transfer of \$299\.00 since/).first(),
  ).toBeVisible();

  await openPanel(owner, "/admin");
  await owner.getByRole("link", { name: /Record it: Order \d+ waits for a bank transfer/ }).click();
  const dialog = owner.getByRole("dialog", { name: "Record the bank transfer" });
  await expect(dialog.getByLabel("Reference")).toHaveValue(reference);
  await dialog.getByRole("button", { name: "Record $299.00" }).click();
  await expect(owner.getByText("Payment is Recorded")).toBeVisible();
  await page.goto(room);
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText(reference);
});
