import { expect, test } from "../../support/browser/journey.ts";
import { notices, openPanel, signInOnce } from "../../support/browser/panel.ts";
import { goToProvider, orderAsSomebody, payAs } from "../../support/browser/purchase.ts";

test.use({ furrowSettings: { SANDBOX_PROTOCOL: "rest" } });

test("a payment under review is refunded after a confirmation that names the amount and the customer", async ({
  page,
  browser,
  furrow,
}) => {
  const person = await orderAsSomebody(page, "Standard");
  await page.getByRole("link", { name: "Pay Now" }).click();
  await goToProvider(page);
  await payAs(page, "wrong-amount");
  const admin = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(admin, furrow);
  const card = admin.getByRole("article").filter({ hasText: person.name });
  await expect(async () => {
    await openPanel(admin, "/payments");
    await expect(card).toHaveCount(1, { timeout: 500 });
  }).toPass();
  const refund = card.getByRole("button", { name: "Refund $0.01…" });
  await refund.click();
  await expect(card.getByText(`Refunds $0.01 to ${person.name} through`)).toBeVisible();
  await card.getByRole("button", { name: "Not now" }).click();
  await expect(card).toHaveCount(1);
  await refund.click();
  await card.getByRole("button", { name: "Refund $0.01", exact: true }).click();
  await expect(notices(admin).getByText("Refund sent to the customer")).toBeVisible();
  await expect(card).toHaveCount(0);
});

test("the owner refunds a part and then the rest, and the customer sees both refunds", async ({
  page,
  browser,
  furrow,
}) => {
  const person = await orderAsSomebody(page, "Standard");
  await page.getByRole("link", { name: "Pay Now" }).click();
  await goToProvider(page);
  await payAs(page, "completed");
  await page.getByRole("link", { name: "Your order and receipt" }).click();
  const ownPage = page.url();
  const orderId = ownPage.split("/").at(-1);

  const admin = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(admin, furrow);
  await openPanel(admin, `/admin/payment-status/${orderId}`);
  await admin.getByRole("button", { name: "Refund", exact: true }).click();
  const form = admin.getByRole("dialog");
  await form.getByLabel("Amount in USD").fill("400");
  await form.getByRole("button", { name: "Refund $400.00" }).click();
  await expect(form.getByText("$400.00 is more than what is left")).toBeVisible();
  await form.getByLabel("Amount in USD").fill("99.50");
  await expect(form).toContainText(`$99.50 to ${person.name} (${person.email})`);
  await form.getByRole("button", { name: "Refund $99.50" }).click();
  await expect(admin.getByText("$199.50 can be refunded.")).toBeVisible();
  await expect(admin.getByText("was sent to the customer")).toHaveCount(0);

  await page.reload();
  await expect(page.getByText("$99.50 USD of your payment was refunded.")).toBeVisible();
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toContainText("partly refunded");
  await expect(receipt.getByText("After refunds", { exact: true })).toBeVisible();
  await expect(receipt).toContainText("$199.50 USD");
  await page.goto("/dashboard");
  await expect(page.getByText("You paid $299.00 USD")).toContainText("We keep $199.50 USD.");
  await page.goto(ownPage);

  await admin.getByRole("button", { name: "Refund", exact: true }).click();
  await form.getByRole("button", { name: "Refund $199.50" }).click();
  await expect(admin.getByText("Nothing is left to refund.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Your payment was refunded.")).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByText("without fully refunded ones.")).toBeVisible();
  await expect(page.getByText("You paid $299.00 USD")).toContainText("We keep $0.00 USD.");
  await admin.close();
});
