import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { openBrowser } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { connectSandbox, disconnect, openKeys } from "../../support/browser/payment-settings.ts";
import { type PlacedOrder, placeOrder } from "../../support/browser/placed-order.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";
import { scaled } from "../../support/time-limits.ts";

// A site as `npm start` makes it: no variable says how customers pay. It is a separate site, because
// the tests connect accounts.
test.use({ furrowSettings: { OWNER_EMAIL: "cash@furrow.example" } });

const payButtons = { card: "Pay by card", paypal: "Pay Now With Paypal" } as const;

/** Opens a phone of a new customer at the payment page of a new order for 299.00. */
async function order(browser: Browser, furrow: FurrowServer, javaScriptEnabled = true) {
  const placed = await placeOrder(furrow, { plan: "Standard" });
  const page = await openBrowser(browser, furrow, { isPhone: true, javaScriptEnabled });
  await signInWithoutForm(page, placed.person);
  await page.goto(`/pay-now/${placed.orderId}`);
  return { ...placed, page };
}

/** Goes to the provider. Without JavaScript, a button sends the hand-off of Payments Standard. */
async function goToProvider(page: Page, way: keyof typeof payButtons): Promise<void> {
  await page.getByRole("button", { name: payButtons[way] }).tap();
  const handOff = page.getByRole("button", { name: "Continue to PayPal" });
  const amount = page.getByText("299.00 USD");
  await expect(handOff.or(page.getByRole("heading", { name: "Test checkout" }))).toBeVisible();
  if (await handOff.isVisible()) await handOff.tap();
  await expect(page.getByRole("heading", { name: "Test checkout" })).toBeVisible();
  await expect(amount).toBeVisible();
}

async function payAs(page: Page, outcome: string): Promise<void> {
  await page.locator("select[name=outcome]").selectOption(outcome);
  await page.getByRole("button", { name: "Pay now" }).tap();
  await page.waitForURL("**/received-payment/**");
}

/** Refunds a part of 299.00 in the panel. */
async function refund(owner: Page, { inPanel }: PlacedOrder, amount: string, left: string) {
  await openPanel(owner, inPanel);
  await owner.getByRole("button", { name: "Refund", exact: true }).click();
  const form = owner.getByRole("dialog");
  await form.getByLabel("Amount in USD").fill(amount);
  await form.getByRole("button", { name: `Refund $${amount}` }).click();
  await expect(owner.getByText(`$${left} can be refunded.`)).toBeVisible();
}

const receiptOf = (page: Page) => page.getByRole("region", { name: "Receipt" });

/** Runs `npm run check-ledger` beside the server; returns what it says. */
async function checkLedger({ dataDirectory }: FurrowServer): Promise<string> {
  const program = join(import.meta.dirname, "../../../build/server/index.js");
  const env = { PATH: process.env.PATH, DATA_DIR: dataDirectory, NODE_ENV: "production" };
  const { stdout } = await promisify(execFile)(process.execPath, [program, "check-ledger"], {
    env,
  });
  return stdout;
}

/** Rows of the exported payments: customer, amount, amount after refunds and state. */
async function exportedPayments(owner: Page): Promise<Record<string, string>> {
  const text = await (await owner.request.get("/admin/csv/payments")).text();
  const rows = text.trim().split("\r\n").slice(1);
  return Object.fromEntries(
    rows.map((row) => {
      const [, name = "", ...facts] = row.replaceAll('"', "").split(",");
      return [name, [facts[0], facts[1], facts[3]].join(" ")];
    }),
  );
}

test("the owner connects Stripe with a pasted key, and cards, a refund and disputes leave every sum right", async ({
  page: owner,
  browser,
  furrow,
}) => {
  await signInOnce(owner, furrow);
  const card = await openKeys(owner, "Cards");
  await connectSandbox(card, "Use this key", "webhook is set up.");

  const refunded = await order(browser, furrow);
  await goToProvider(refunded.page, "card");
  await payAs(refunded.page, "completed");
  await expect(refunded.page.getByRole("heading", { name: "You Have Paid" })).toBeVisible();
  const won = await order(browser, furrow, false);
  await goToProvider(won.page, "card");
  await payAs(won.page, "dispute-won");
  const lost = await order(browser, furrow);
  await goToProvider(lost.page, "card");
  await payAs(lost.page, "dispute-lost");

  await refund(owner, refunded, "99.50", "199.50");
  await refunded.page.goto(refunded.room);
  await expect(receiptOf(refunded.page)).toContainText("$199.50 USD");
  // The bank takes the money after two seconds, and decides after four.
  await openPanel(owner, won.inPanel);
  await expect(async () => {
    await owner.reload();
    const returned = owner.getByText("The payment stands again after a dispute");
    await expect(returned).toBeVisible({ timeout: scaled(300) });
  }).toPass({ timeout: scaled(15_000) });
  await won.page.goto(won.room);
  await expect(won.page.getByText("You Have Paid")).toBeVisible();
  await lost.page.goto(lost.room);
  await expect(receiptOf(lost.page)).toContainText(/After refunds\s*\$0\.00 USD/);
  await openPanel(owner, lost.inPanel);
  await expect(owner.getByText("Payment taken back by the bank or PayPal")).toBeVisible();

  expect(await exportedPayments(owner)).toMatchObject({
    [refunded.person.name]: "299.00 199.50 Partly refunded",
    [won.person.name]: "299.00 299.00 Applied",
    [lost.person.name]: "299.00 0.00 Taken back",
  });
  expect(await checkLedger(furrow)).toContain("Sales $598.00, refunded $398.50, net $498.50.");
});

test("the owner connects PayPal in one protocol and then in the other, and refunds what the first took", async ({
  page: owner,
  browser,
  furrow,
}) => {
  await signInOnce(owner, furrow);
  const paypal = await openKeys(owner, "PayPal");
  await connectSandbox(paypal, "Use this app", "PayPal Checkout. Connected by");
  const first = await order(browser, furrow);
  await goToProvider(first.page, "paypal");
  await payAs(first.page, "completed");
  await expect(first.page.getByRole("heading", { name: "You Have Paid" })).toBeVisible();

  await openKeys(owner, "PayPal");
  await paypal.getByRole("radio", { name: "Payments Standard" }).click();
  await connectSandbox(paypal, "Use this address", "Payments Standard. Connected by");
  await expect(paypal).toContainText("1 earlier account");
  const second = await order(browser, furrow, false);
  await goToProvider(second.page, "paypal");
  await payAs(second.page, "completed");
  await expect(second.page.getByRole("heading", { name: "You Have Paid" })).toBeVisible();
  await second.page.goto(second.room);
  await expect(receiptOf(second.page)).toContainText("$299.00 USD");

  await refund(owner, first, "100.00", "199.00");
  expect(await exportedPayments(owner)).toMatchObject({
    [first.person.name]: "299.00 199.00 Partly refunded",
    [second.person.name]: "299.00 299.00 Applied",
  });
  expect(await checkLedger(furrow)).toContain("Everything agrees.");
});

test("a customer leaves one provider and pays at the other, and a payment arrives after the account was disconnected", async ({
  page: owner,
  browser,
  furrow,
}) => {
  await signInOnce(owner, furrow);
  await connectSandbox(await openKeys(owner, "PayPal"), "Use this app", "PayPal Checkout.");
  await connectSandbox(await openKeys(owner, "Cards"), "Use this key", "key ending in");
  const { page, ...placed } = await order(browser, furrow);
  await goToProvider(page, "card");
  const atStripe = page.url();
  await page.goBack();
  await page.reload();
  await expect(
    page.getByText("A payment was started at Stripe and is not finished."),
  ).toBeVisible();
  await goToProvider(page, "paypal");
  await payAs(page, "completed");
  await expect(page.getByRole("heading", { name: "You Have Paid" })).toBeVisible();
  // Whoever goes on at the first provider cannot pay a second time.
  await page.goto(atStripe);
  await expect(page.getByText("This checkout has expired.")).toBeVisible();

  const open = await order(browser, furrow);
  await goToProvider(open.page, "card");
  await disconnect(owner, "Cards");
  await payAs(open.page, "completed");
  await expect(open.page.getByRole("heading", { name: "You Have Paid" })).toBeVisible();
  const later = await order(browser, furrow);
  await expect(later.page.getByRole("button", { name: payButtons.paypal })).toBeVisible();
  await expect(later.page.getByRole("button", { name: payButtons.card })).toHaveCount(0);

  expect(await exportedPayments(owner)).toMatchObject({
    [placed.person.name]: "299.00 299.00 Applied",
    [open.person.name]: "299.00 299.00 Applied",
  });
  expect(await checkLedger(furrow)).toContain("Everything agrees.");
});
