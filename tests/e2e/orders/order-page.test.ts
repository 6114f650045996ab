import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import {
  goToProvider,
  orderAsSomebody,
  payAs,
  registerSomebody,
} from "../../support/browser/purchase.ts";
import type { MailServer } from "../../support/mail/mail-server.ts";
import { scaled } from "../../support/time-limits.ts";

const ownerEmail = "till@furrow.example";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "shop@furrow.example", OWNER_EMAIL: ownerEmail }),
});

/**
 * Sorted recipients and subjects of the emails about orders. Skips the first `earlier` emails,
 * because the mail server also has the emails of earlier tests.
 */
function mailsIn({ deliveries }: MailServer, earlier: number): string[] {
  return deliveries
    .slice(earlier)
    .map(({ recipients, text }) => `${recipients} ${/^Subject: (.*)/m.exec(text)?.[1]}`)
    .filter((line) => line.toLowerCase().includes("order"))
    .sort();
}

test("a customer is told of each step of an order once by email, and on the order's page", async ({
  page,
  browser,
  furrow,
  mailServer,
}) => {
  const earlier = mailServer.deliveries.length;
  const person = await orderAsSomebody(page, "Standard");
  await page.getByRole("link", { name: /^Order \d+ of / }).click();
  const steps = page.getByRole("list", { name: /^What happened to order/ });
  await expect(steps).toContainText("Order placed");
  await expect(page.getByRole("link", { name: "Cancel this order" })).toBeVisible();
  const ownPage = page.url();
  const orderId = ownPage.split("/").at(-1);

  await page.getByRole("link", { name: "Pay Now" }).click();
  await goToProvider(page);
  await payAs(page, "completed-twenty-times");
  await page.getByRole("link", { name: "Your order and receipt" }).click();
  await expect(page).toHaveURL(ownPage);
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toContainText("$299.00 USD");
  await expect(receipt).toContainText("The Old Seed Store");
  await expect(receipt).toContainText("Transaction");

  const admin = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(admin, furrow);
  await admin.goto(`/admin/payment-status/${orderId}`);
  await admin.locator("html[data-hydrated]").waitFor();
  // The facts are to the right of the work and begin at the same height.
  const facts = await admin.getByRole("heading", { name: "Customer", exact: true }).boundingBox();
  const work = await admin.getByRole("heading", { name: "Website", exact: true }).boundingBox();
  expect(facts?.x).toBeGreaterThan((work?.x ?? 0) + (work?.width ?? 0));
  expect(Math.abs((facts?.y ?? 0) - (work?.y ?? 0))).toBeLessThan(60);
  await admin.getByLabel("New note").fill("Prefers\nmornings, <b>really</b>");
  await admin.getByRole("button", { name: "Add note" }).click();
  await expect(admin.getByText("Note is Added")).toBeVisible();
  await expect(admin.getByLabel("New note")).toHaveValue("");
  await admin.getByLabel("Order Status").selectOption("Delivered");
  await admin.getByRole("button", { name: "Update", exact: true }).click();
  await expect(admin.getByText("OrderStatus is Updated")).toBeVisible();
  await expect(admin.getByText("mornings, <b>really</b>").first()).toBeVisible();
  await expect(admin.getByText("Applied")).toHaveCount(1);
  await expect(admin.getByText(furrow.adminEmail).first()).toBeVisible();

  const customer = person.email;
  const told = [
    `${customer} Your order 1 is placed`,
    `${customer} Your payment for order 1 has arrived`,
    `${customer} Your order 1 is delivered`,
    `${ownerEmail} New order 1: Standard`,
    `${ownerEmail} Order 1 is paid`,
  ].sort();
  await expect.poll(() => mailsIn(mailServer, earlier), { timeout: scaled(20_000) }).toEqual(told);

  await page.reload();
  for (const step of ["Order placed", "Payment started", "Paid", "Delivered", "Email sent"]) {
    await expect(steps).toContainText(step);
  }
  const whole =
    (await page.content()) + (await (await page.request.get(`/api/order/${orderId}`)).text());
  for (const secret of ["mornings", furrow.adminEmail, "verify_sign", "The order is Paid"]) {
    expect(whole).not.toContain(secret);
  }
  expect(mailsIn(mailServer, earlier)).toEqual(told);
  await admin.close();
});

test("a delivered order that is not paid shows the amount due and does not say that work will start", async ({
  page,
  browser,
  furrow,
}) => {
  const person = await orderAsSomebody(page, "Premium");
  await page.getByRole("link", { name: /^Order \d+ of / }).click();
  await expect(page.getByText("We start work as soon as your payment arrives.")).toBeVisible();
  await expect(page.getByText("We do not know which website to work on yet.")).toContainText(
    /Tell us and mention order \d+\./,
  );
  await expect(page.getByText("1 Long Acre, Fairfield, Norway")).toBeVisible();
  const ownPage = page.url();

  const admin = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(admin, furrow);
  await openPanel(admin, `/admin/payment-status/${ownPage.split("/").at(-1)}`);
  const update = admin.getByRole("button", { name: "Update", exact: true });
  await admin.getByLabel("Order Status").selectOption("Delivered");
  await update.click();
  const question = admin.getByRole("dialog", { name: /^Mark order \d+ as Delivered/ });
  await expect(question).toContainText(
    `This order is not paid. The order becomes Delivered. ${person.email} gets an email.`,
  );
  await question.getByRole("button", { name: "Not now" }).click();
  await expect(question).toBeHidden();
  await expect(admin.getByText("OrderStatus is Updated")).toHaveCount(0);
  await update.click();
  await question.getByRole("button", { name: "Mark as Delivered" }).click();
  await expect(admin.getByText("OrderStatus is Updated")).toBeVisible();
  await admin.close();

  await page.goto(ownPage);
  await expect(page.getByText("The work is complete. $499.00 USD is still due.")).toBeVisible();
  await expect(page.getByText("We start work")).toHaveCount(0);
  await page.getByRole("link", { name: "Pay Now" }).click();
  await expect(page.getByText("The work is already complete.")).toBeVisible();
  await expect(page.getByText("We start work")).toHaveCount(0);
});

test("a customer gets the same 404 page for another customer's order as for an unknown order", async ({
  page,
  browser,
  furrow,
}) => {
  await orderAsSomebody(page, "Basic");
  const link = page.getByRole("link", { name: /^Order \d+ of / });
  const path = (await link.getAttribute("href")) ?? "";
  const stranger = await browser.newPage({ baseURL: furrow.url });
  await registerSomebody(stranger);
  const bodies = await Promise.all(
    [path, "/my-order/unknown"].map(async (address) => {
      const answer = await stranger.request.get(address);
      expect(answer.status()).toBe(404);
      const nonces = /nonce="[^"]*"/g;
      return (await answer.text()).replaceAll(address, "").replaceAll(nonces, "");
    }),
  );
  expect(bodies[0]).toBe(bodies[1]);
  await stranger.close();
});
