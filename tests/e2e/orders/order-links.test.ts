import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { openBrowser } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { placeOrder } from "../../support/browser/placed-order.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";
import type { MailServer } from "../../support/mail/mail-server.ts";
import { decoded, mailedLink } from "../../support/mail/mailed-link.ts";
import { tenMinutesPass } from "../../support/mail/ten-minutes.ts";
import { adminOf } from "../../support/servers/web-client.ts";
import { scaled } from "../../support/time-limits.ts";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({
      SMTP_URL: mailServer.url,
      MAIL_FROM: "site@example.com",
      SANDBOX_PROTOCOL: "rest",
      SANDBOX_URL: "http://127.0.0.1:{port}",
    }),
});

/** Waits for an email that contains `words`, and returns its link without a login. */
async function linkAbout(mailServer: MailServer, recipient: string, words: string) {
  const found = () =>
    mailServer.deliveries.findLast(
      ({ recipients, text }) => recipients.includes(recipient) && decoded(text).includes(words),
    );
  await expect.poll(() => found() !== undefined, { timeout: scaled(30_000) }).toBe(true);
  return /http\S+\/order-link\?token=[\w-]+/.exec(decoded(found()?.text ?? ""))?.[0] ?? "";
}

async function codeFor({ deliveries }: MailServer, recipient: string, sentBefore: number) {
  const codes = () =>
    deliveries
      .filter(({ recipients }) => recipients.includes(recipient))
      .flatMap(({ text }) => /code is (\d{6})/.exec(decoded(text))?.[1] ?? []);
  await expect.poll(() => codes().length, { timeout: scaled(30_000) }).toBeGreaterThan(sentBefore);
  return codes().at(-1) ?? "";
}

test("a customer without a login or JavaScript pays, reads and accepts by emailed links, and customer and team can end the links", async ({
  browser,
  furrow,
  mailServer,
}) => {
  const { person, orderId, room, inPanel } = await placeOrder(furrow);
  const { email, name } = person;
  const admin = await adminOf(furrow);
  const key = (word: string) => ({ "idempotency-key": `${word}-${orderId}` });
  const device = { isPhone: true, javaScriptEnabled: false };
  const reader = await openBrowser(browser, furrow, device);
  const fits = async () =>
    expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const press = (button: string) => reader.getByRole("button", { name: button }).tap();

  tenMinutesPass(furrow);
  await reader.goto(await mailedLink(mailServer, email, "/order-link"));
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Pay for your order");
  await fits();
  await press("Open the payment");
  await expect(reader.getByText("149").first()).toBeVisible();
  await press("Pay Now With Paypal");
  await expect(reader.getByText("Enter the six digits from the email.")).toBeVisible();
  await fits();
  await press("Send me a code");
  await reader.getByLabel("Code from the email").fill(await codeFor(mailServer, email, 0));
  await press("Pay Now With Paypal");
  await reader.locator("select[name=outcome]").selectOption("no-notification");
  await press("Pay now");
  // The payment arrives when the customer returns.
  await reader.waitForURL("**/order-link/open**");
  await expect(async () => {
    await reader.goto("/order-link/open");
    await expect(reader.getByText("This order is paid.")).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: scaled(20_000) });

  const text = { text: `How is the barley of ${name}?` };
  await admin.call("POST", `/order/${orderId}/messages`, text, key("message"));
  tenMinutesPass(furrow);
  await reader.goto(await linkAbout(mailServer, email, "How is the barley"));
  await press("Open the messages");
  await expect(reader.getByText(text.text)).toBeVisible();
  await expect(reader.getByRole("textbox")).toHaveCount(0);
  await fits();
  // The team ends this link.
  const owner = await openBrowser(browser, furrow, { isPhone: false });
  await signInOnce(owner, furrow);
  await openPanel(owner, inPanel);
  const access = owner.getByRole("region", { name: "Who can open this order" });
  await expect(access).toContainText("to the messages");
  await access.getByRole("button", { name: `Revoke these links of ${email}` }).click();
  await expect(access).not.toContainText("to the messages");
  const ended = reader.getByRole("heading", { name: "This link no longer works" });
  await reader.reload();
  await expect(ended).toBeVisible();

  const points = Array.from({ length: 7 }, (_, index) => ({
    position: index + 1,
    kind: "text",
    value: "Sown",
  }));
  const delivery = { text: "All is sown.", points };
  await admin.call("POST", `/order/${orderId}/deliveries`, delivery, key("delivered"));
  tenMinutesPass(furrow);
  const delivered = await linkAbout(mailServer, email, "plan is complete");
  await reader.goto(delivered);
  await press("Open the delivery");
  await expect(reader.getByText("All is sown.")).toBeVisible();
  await fits();
  await press("Send me a code");
  await reader.getByLabel("Code from the email").fill(await codeFor(mailServer, email, 1));
  await press("Accept the delivery");
  await expect(reader.getByText("You have accepted the delivery.")).toBeVisible();

  const customer = await openBrowser(browser, furrow, device);
  await signInWithoutForm(customer, person);
  await customer.goto(room);
  await customer.getByRole("link", { name: "People", exact: true }).tap();
  const people = customer.getByRole("list", { name: "People who can open this order" });
  await expect(people).toContainText("which can be accepted with a code");
  await people.getByRole("button", { name: `Revoke the links of ${email}` }).tap();
  await expect(people).not.toContainText("which can be accepted with a code");
  await reader.reload();
  await expect(ended).toBeVisible();
  await reader.goto(delivered);
  await expect(ended).toBeVisible();
});
