import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { openBrowser } from "../../support/browser/keyboard-and-phone.ts";
import { placeOrder } from "../../support/browser/placed-order.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";
import { nextMonth, subscribeByCard } from "../../support/browser/test-subscription.ts";
import type { MailServer } from "../../support/mail/mail-server.ts";
import { decoded } from "../../support/mail/mailed-link.ts";
import { tenMinutesPass } from "../../support/mail/ten-minutes.ts";
import { scaled } from "../../support/time-limits.ts";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({
      SMTP_URL: mailServer.url,
      MAIL_FROM: "site@example.com",
      SANDBOX_PROTOCOL: "stripe",
      SANDBOX_URL: "http://127.0.0.1:{port}",
    }),
});

/** Waits for emails that match, and returns the first group of the newest. */
async function inEmail({ deliveries }: MailServer, recipient: string, words: RegExp, count = 1) {
  const found = () =>
    deliveries
      .filter(({ recipients }) => recipients.includes(recipient))
      .flatMap(({ text }) => words.exec(decoded(text))?.[1] ?? []);
  await expect
    .poll(() => found().length, { timeout: scaled(30_000) })
    .toBeGreaterThanOrEqual(count);
  return found().at(-1) ?? "";
}

test("a phone without JavaScript subscribes, pays a declined month by its link, and cancels by link and code", async ({
  browser,
  furrow,
  mailServer,
}) => {
  const { orderId, person } = await placeOrder(furrow, { plan: "Premium" });
  const phone = await openBrowser(browser, furrow, { isPhone: true, javaScriptEnabled: false });
  await signInWithoutForm(phone, person);
  let session = "";
  phone.on("framenavigated", (frame) => {
    session = /\/sandbox\/stripe\/pay\/cs_test_(\w+)/.exec(frame.url())?.[1] ?? session;
  });
  await subscribeByCard(phone, orderId);
  const charges = `http://127.0.0.1:${furrow.port}/sandbox/stripe/test/subscriptions/sub_${session}`;
  await nextMonth(phone, charges, "The card is declined");

  // Another browser, which is not signed in.
  const reader = await openBrowser(browser, furrow, { isPhone: true, javaScriptEnabled: false });
  const press = (button: string | RegExp) => reader.getByRole("button", { name: button }).tap();
  const fits = async () =>
    expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  let codes = 0;
  const enterCode = async () => {
    await press("Send me a code");
    codes += 1;
    const code = await inEmail(mailServer, person.email, /code is (\d{6})/, codes);
    await reader.getByLabel("Code from the email").fill(code);
  };
  tenMinutesPass(furrow);
  const failure = /could not charge[\s\S]*Pay \$499\.00:\s+(http\S+)/;
  await reader.goto(await inEmail(mailServer, person.email, failure));
  await press("Open the payment");
  await expect(reader.getByText(/^Stripe charges \$499\.00 by itself on .*\.$/)).toBeVisible();
  await fits();
  await enterCode();
  await press("Continue to payment");
  await press("Pay now");
  await reader.waitForURL("**/order-link/open**");
  await expect(async () => {
    await reader.goto("/order-link/open");
    await expect(reader.getByText("This order is paid.")).toBeVisible({ timeout: 500 });
  }).toPass();

  const link = /could not charge[\s\S]*cancel the plan:\s+(http\S+)/;
  await reader.goto(await inEmail(mailServer, person.email, link));
  await press("See your plan");
  await expect(reader.getByText("$998.00 for 2 months")).toBeVisible();
  await expect(
    reader.getByText("You can take the cancellation back until that day."),
  ).toBeVisible();
  await fits();
  await press(/^End the plan on /);
  await expect(reader.getByText("Enter the six digits from the email.")).toBeVisible();
  await enterCode();
  await press(/^End the plan on /);
  await expect(reader.getByText("Your plan is cancelled.")).toBeVisible();
  await expect(reader.getByRole("heading", { name: /^Your last day is / })).toBeVisible();
  await expect(async () => {
    await phone.goto(charges);
    await expect(phone.getByText("ends with the period")).toBeVisible({ timeout: 1000 });
  }).toPass();
});
