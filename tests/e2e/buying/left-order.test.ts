import { join } from "node:path";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { openBrowser } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { placeOrder } from "../../support/browser/placed-order.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";
import { openSiteDatabase } from "../../support/databases/site-database.ts";
import { decoded } from "../../support/mail/mailed-link.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";
import { scaled } from "../../support/time-limits.ts";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
});

/** Skips the day after which the customer of an unpaid order is reminded. */
function aDayPasses({ dataDirectory }: FurrowServer): void {
  const database = openSiteDatabase(join(dataDirectory, "furrow.db"));
  database.exec(
    "update scheduled_jobs set scheduled_for = 0, due_at = 0 where kind = 'payment-reminder'",
  );
  database.close();
}

test("an order that was left for a day is asked about, and “No, thank you” cancels it on a phone without a login or JavaScript", async ({
  browser,
  furrow,
  mailServer,
}) => {
  test.setTimeout(scaled(120_000));
  const owner = await openBrowser(browser, furrow, { isPhone: false });
  await signInOnce(owner, furrow);
  await openPanel(owner, "/admin/settings");
  await owner.getByLabel("Emails to the customer").selectOption({ label: "One, after a day" });
  const form = owner.locator("form").filter({ has: owner.getByLabel("Emails to the customer") });
  await form.getByRole("button", { name: "Save choice" }).click();
  await expect(owner.getByText("Choice is saved").first()).toBeVisible();

  const { person, room, inPanel } = await placeOrder(furrow, { website: "https://rye.example" });
  aDayPasses(furrow);
  const mail = () =>
    mailServer.deliveries
      .filter(({ recipients }) => recipients.includes(person.email))
      .map(({ text }) => decoded(text))
      .find((text) => text.includes("is not paid yet"));
  await expect.poll(() => mail() !== undefined, { timeout: scaled(30_000) }).toBe(true);
  const linkAfter = (words: string) =>
    new RegExp(`${words}[^]*?(http\\S+/order-link\\?token=[\\w-]+)`).exec(mail() ?? "")?.[1] ?? "";

  const phone = await openBrowser(browser, furrow, { isPhone: true, javaScriptEnabled: false });
  const fits = async () =>
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await phone.goto(linkAfter("See and pay your order:"));
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Pay for your order");

  await phone.goto(linkAfter("No, thank you:"));
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Cancel this order?");
  await expect(phone.getByText("We have not received a payment for this order.")).toBeVisible();
  await fits();
  await phone.getByRole("button", { name: "No, thank you: cancel the order" }).tap();
  await expect(phone.getByText("is not cancelled yet")).toBeVisible();
  await fits();
  await phone.getByRole("button", { name: "Yes, cancel the order" }).tap();
  await expect(phone.getByText("There is nothing left to pay.")).toBeVisible();
  await fits();
  await phone.reload();
  await expect(phone.getByText("There is nothing left to pay.")).toBeVisible();

  // The form has the details of the order once the customer has logged in, and orders nothing.
  const again = await phone.getByRole("link", { name: "Order again" }).getAttribute("href");
  const customer = await openBrowser(browser, furrow, { isPhone: true, javaScriptEnabled: false });
  await customer.goto(again ?? "");
  await expect(customer.getByText("Log in to have the details of your order")).toBeVisible();
  await signInWithoutForm(customer, person);
  await customer.goto(again ?? "");
  await expect(customer.getByLabel("Website", { exact: false }).first()).toHaveValue(
    "https://rye.example",
  );
  await customer.goto("/my-order");
  await expect(customer.getByRole("link", { name: /^Order \d+ of/ })).toHaveCount(1);
  await customer.getByRole("link", { name: "Order again" }).first().tap();
  await expect(customer.getByText("Nothing is ordered before you press the button")).toBeVisible();
  await customer.goto(room);
  await expect(customer.getByRole("link", { name: "Order again" })).toBeVisible();

  await openPanel(owner, inPanel);
  await expect(owner.getByText("is not paid yet” to").first()).toBeVisible();
});
