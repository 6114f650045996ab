import { join } from "node:path";
import type { Page } from "@playwright/test";
import { orderNewsJob } from "#conversation/news/order-news.server.ts";
import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import { handsOf, openBrowser, ways } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";
import { openSiteDatabase } from "../../support/databases/site-database.ts";
import type { MailServer } from "../../support/mail/mail-server.ts";
import { decoded, mailedLink } from "../../support/mail/mailed-link.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";
import { adminOf, register } from "../../support/servers/web-client.ts";
import { scaled } from "../../support/time-limits.ts";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
});

/** Skips the ten minutes for which the server collects news of an order before it emails them. */
function tenMinutesPass({ dataDirectory }: FurrowServer): void {
  const database = openSiteDatabase(join(dataDirectory, "furrow.db"));
  database.exec("update order_news set created_at = 0");
  database.exec(
    `update scheduled_jobs set scheduled_for = 0, due_at = 0 where kind = '${orderNewsJob}'`,
  );
  database.close();
}

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
  await expect.poll(() => codes().length).toBeGreaterThan(sentBefore);
  return codes().at(-1) ?? "";
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

for (const { way, isPhone } of ways) {
  test(`a customer without a login pays, reads and accepts by emailed links, and customer and team can end the links, ${way}`, async ({
    browser,
    furrow,
    mailServer,
  }) => {
    const { press, write } = handsOf(isPhone);
    const { email, name } = newPerson();
    const client = await register(furrow.url, email);
    const { _id: orderId } = await client.call<{ _id: string }>("POST", "/new-order", {
      packageName: "Basic",
      customerName: name,
      customerAddress: "1 Long Acre",
      customerCountry: "Norway",
    });
    const admin = await adminOf(furrow);
    const key = (word: string) => ({ "idempotency-key": `${word}-${orderId}` });
    const device = { isPhone, javaScriptEnabled: false };
    const reader = await openBrowser(browser, furrow, device);
    const fits = async () => {
      if (isPhone) expect(await widthOf(reader)).toBe(390);
    };

    await reader.goto(await mailedLink(mailServer, email, "/order-link"));
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Pay for your order");
    await fits();
    await press(reader.getByRole("button", { name: "Open the payment" }));
    await expect(reader.getByText("149").first()).toBeVisible();
    await press(reader.getByRole("button", { name: "Pay Now With Paypal" }));
    await expect(reader.getByText("Enter the six digits from the email.")).toBeVisible();
    await fits();
    await press(reader.getByRole("button", { name: "Send me a code" }));
    await expect(reader.getByText("We have sent you the code.")).toBeVisible();
    const code = await codeFor(mailServer, email, 0);
    await write(reader.getByLabel("Code from the email"), code);
    await press(reader.getByRole("button", { name: "Pay Now With Paypal" }));
    const onward = reader.getByRole("button", { name: /^Continue to/ });
    await press(onward);
    await reader.locator("select[name=outcome]").waitFor();
    await reader.locator("select[name=outcome]").selectOption("completed");
    await press(reader.getByRole("button", { name: "Pay now" }));
    await reader.waitForURL("**/order-link/open**");
    await expect(async () => {
      await reader.goto("/order-link/open");
      await expect(reader.getByText("This order is paid.")).toBeVisible({ timeout: 500 });
    }).toPass();

    const text = { text: `How is the barley of ${name}?` };
    await admin.call("POST", `/order/${orderId}/messages`, text, key("message"));
    tenMinutesPass(furrow);
    await reader.goto(await linkAbout(mailServer, email, "How is the barley"));
    await press(reader.getByRole("button", { name: "Open the messages" }));
    await expect(reader.getByText(text.text)).toBeVisible();
    await expect(reader.getByRole("textbox")).toHaveCount(0);
    await fits();

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
    await press(reader.getByRole("button", { name: "Open the delivery" }));
    await expect(reader.getByText("All is sown.")).toBeVisible();
    await fits();
    await press(reader.getByRole("button", { name: "Send me a code" }));
    await expect(reader.getByText("We have sent you the code.")).toBeVisible();
    await write(reader.getByLabel("Code from the email"), await codeFor(mailServer, email, 1));
    await press(reader.getByRole("button", { name: "Accept the delivery" }));
    await expect(reader.getByText("You have accepted the delivery.")).toBeVisible();

    const ended = reader.getByRole("heading", { name: "This link no longer works" });
    const customer = await openBrowser(browser, furrow, device);
    await signInWithoutForm(customer, { email, password: "hedgerow and barley" });
    await customer.goto(`/my-order/${orderId}`);
    const people = customer.getByRole("list", { name: "People who can open this order" });
    await expect(people).toContainText("which can be accepted with a code");
    await press(people.getByRole("button", { name: `Revoke the links of ${email}` }));
    await expect(people).not.toContainText("which can be accepted with a code");
    await reader.reload();
    await expect(ended).toBeVisible();
    await reader.goto(delivered);
    await expect(ended).toBeVisible();

    const again = { text: `Is the barley of ${name} ripe?` };
    await admin.call("POST", `/order/${orderId}/messages`, again, key("again"));
    tenMinutesPass(furrow);
    await reader.goto(await linkAbout(mailServer, email, "Is the barley"));
    await press(reader.getByRole("button", { name: "Open the messages" }));
    await expect(reader.getByText(again.text)).toBeVisible();
    const owner = await openBrowser(browser, furrow, { isPhone });
    await signInOnce(owner, furrow);
    await openPanel(owner, `/admin/payment-status/${orderId}`);
    const access = owner.getByRole("region", { name: "Who can open this order" });
    await expect(access).toContainText("to the messages");
    await press(access.getByRole("button", { name: `Revoke these links of ${email}` }));
    await expect(access).not.toContainText("to the messages");
    await reader.reload();
    await expect(ended).toBeVisible();
  });
}

test.describe("over PayPal's REST protocol", () => {
  test.use({
    furrowSettings: ({ mailServer }, use) =>
      use({
        SMTP_URL: mailServer.url,
        MAIL_FROM: "site@example.com",
        SANDBOX_PROTOCOL: "rest",
        SANDBOX_URL: "http://127.0.0.1:{port}",
      }),
  });

  test("a payment through an emailed link arrives when the customer returns, even if PayPal sends no notification", async ({
    page,
    furrow,
    mailServer,
  }) => {
    const { email, name } = newPerson();
    const client = await register(furrow.url, email);
    await client.call("POST", "/new-order", {
      packageName: "Basic",
      customerName: name,
      customerAddress: "1 Long Acre",
      customerCountry: "Norway",
    });
    await page.goto(await mailedLink(mailServer, email, "/order-link"));
    await page.getByRole("button", { name: "Open the payment" }).click();
    await page.getByRole("button", { name: "Send me a code" }).click();
    await page.getByLabel("Code from the email").fill(await codeFor(mailServer, email, 0));
    await page.getByRole("button", { name: "Pay Now With Paypal" }).click();
    await page.locator("select[name=outcome]").selectOption("no-notification");
    await page.getByRole("button", { name: "Pay now" }).click();
    await page.waitForURL("**/order-link/open**");
    await expect(async () => {
      await page.goto("/order-link/open");
      await expect(page.getByText("This order is paid.")).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: scaled(20_000) });
  });
});
