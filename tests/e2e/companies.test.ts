import type { Browser, Locator, Page } from "@playwright/test";
import { colleaguePages } from "../support/colleague-table.ts";
import type { FurrowServer } from "../support/furrow-server.ts";
import { expect, newPerson, coldTest as test } from "../support/journey.ts";
import type { MailServer } from "../support/mail-server.ts";
import { adminOf, register } from "../support/web-client.ts";

test.use({
  javaScriptEnabled: false,
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
});

/** Waits for an email with a link to a page, and returns the latest such link. */
async function linkTo({ deliveries }: MailServer, recipient: string, path: string) {
  const pattern = new RegExp(`http\\S+${path}\\?token=[\\w.-]+`);
  const links = () =>
    deliveries
      .filter(({ recipients }) => recipients.includes(recipient))
      .flatMap(
        ({ text }) => pattern.exec(text.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[0] ?? [],
      );
  await expect.poll(() => links().length).toBeGreaterThan(0);
  return links().at(-1) ?? "";
}

async function openAs(browser: Browser, furrow: FurrowServer, isPhone: boolean): Promise<Page> {
  const context = await browser.newContext({
    ...{ javaScriptEnabled: false, baseURL: furrow.url },
    ...(isPhone && { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }),
  });
  return context.newPage();
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("hedgerow and barley");
  await page.getByLabel("Password").press("Enter");
  await page.waitForURL("**/dashboard");
}

const ways = [
  { way: "by keyboard", isPhone: false },
  { way: "on a phone", isPhone: true },
] as const;

for (const { way, isPhone } of ways) {
  test(`a customer invites an accountant, who pays without reading the room, and somebody leaves, ${way}`, async ({
    browser,
    furrow,
    mailServer,
  }) => {
    /** "Enter" leads to another page, which this waits for. */
    async function press(target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
      const opened = key === "Enter" ? target.page().waitForEvent("domcontentloaded") : null;
      await (isPhone ? target.tap() : target.press(key));
      await opened;
    }
    const { email, name } = newPerson();
    const client = await register(furrow.url, email);
    const order = () =>
      client.call<{ _id: string }>("POST", "/new-order", {
        ...{ packageName: "Basic", customerName: name },
        ...{ customerAddress: "1 Long Acre", customerCountry: "Norway" },
      });
    const [{ _id: paidId }, { _id: openId }] = [await order(), await order()];
    const admin = await adminOf(furrow);
    const payment = {
      ...{ amount: "149.00", date: new Date().toISOString().slice(0, 10), reference: "Transfer" },
    };
    const key = { "idempotency-key": `paid-${paidId}` };
    await admin.call("POST", `/order/${paidId}/payments`, payment, key);
    const secret = `The gate code of ${name}`;
    await client.call(
      "POST",
      `/order/${paidId}/messages`,
      { text: secret },
      { "idempotency-key": `said-${paidId}` },
    );

    const ada = await openAs(browser, furrow, isPhone);
    await logIn(ada, email);
    await ada.goto("/account");
    await press(ada.getByRole("button", { name: "Send confirmation link" }));
    await ada.goto(await linkTo(mailServer, email, "/verify-address"));
    await press(ada.getByRole("button", { name: /confirm/i }));
    await ada.goto("/account/company");
    await ada.getByLabel("Name of your company").fill(`${name} Farm`);
    await press(ada.getByRole("button", { name: "Save the name" }));
    await expect(ada.getByRole("heading", { level: 1 })).toHaveText(`${name} Farm`);

    const accountant = newPerson();
    await ada.getByLabel("Email address").fill(accountant.email);
    await press(ada.getByLabel("Orders", { exact: false }).first(), "Space");
    await press(ada.getByLabel(/^Payments/), "Space");
    await press(ada.getByRole("button", { name: "Send the invitation" }));
    await expect(ada.getByText("The invitation is on its way.")).toBeVisible();
    await expect(ada.getByRole("table", { name: "Open invitations" })).toContainText(
      accountant.email,
    );

    const pia = await openAs(browser, furrow, isPhone);
    await pia.goto(await linkTo(mailServer, accountant.email, "/company-invitation"));
    await expect(pia.getByRole("heading", { level: 1 })).toHaveText(`Join ${name} Farm`);
    await pia.getByLabel("Password").fill("orchard and hay");
    await press(pia.getByRole("button", { name: "Set the password and join" }));
    await expect(pia.getByText("Welcome.")).toBeVisible();

    await pia.goto(`/my-order/${paidId}`);
    await expect(pia.getByText("149").first()).toBeVisible();
    const html = await pia.content();
    for (const word of [secret, "Passwords", "Your message"]) expect(html).not.toContain(word);
    for (const [path, right] of Object.entries(colleaguePages)) {
      const answer = await pia.goto(path.replace(":orderId", paidId).replace(":fileId", "unknown"));
      expect([path, answer?.status() === 404]).toEqual([path, right === "orders"]);
    }
    await pia.goto(`/pay-now/${openId}`);
    await press(pia.getByRole("button", { name: "Pay Now With Paypal" }));
    await press(pia.getByRole("button", { name: /^Continue to/ }));
    await pia.locator("select[name=outcome]").selectOption("completed");
    await press(pia.getByRole("button", { name: "Pay now" }));
    await pia.waitForURL("**/received-payment/**");
    await expect(async () => {
      await pia.goto(`/my-order/${openId}`);
      await expect(pia.getByText("You Have Paid").first()).toBeVisible({ timeout: 500 });
    }).toPass();

    // A colleague writes, is removed while the page is open, and loses no text.
    const wim = await openAs(browser, furrow, isPhone);
    const worker = newPerson();
    await register(furrow.url, worker.email);
    await ada.goto("/account/company");
    await ada.getByLabel("Email address").fill(worker.email);
    await press(ada.getByRole("button", { name: "Send the invitation" }));
    await wim.goto(await linkTo(mailServer, worker.email, "/company-invitation"));
    // Nobody has confirmed this address, so the link sets a new password.
    await wim.getByLabel("Password").fill("orchard and hay");
    await press(wim.getByRole("button", { name: "Set the password and join" }));
    await expect(wim.getByText("Welcome.")).toBeVisible();
    await wim.goto(`/my-order/${paidId}`);
    await expect(wim.getByText(secret)).toBeVisible();
    await expect(wim.locator("body")).not.toContainText("149");
    await wim.getByLabel("Your message").fill("The barley is sown.");
    await ada.goto("/account/company");
    await press(ada.getByRole("link", { name: `Change ${worker.email}` }));
    await press(ada.getByRole("button", { name: "Remove this person" }));
    await expect(ada.getByText("sees nothing of your company any more")).toBeVisible();
    await press(wim.getByRole("button", { name: "Send", exact: true }));
    await expect(wim.getByText("You do not see this order any more")).toBeVisible();
    await expect(wim.getByLabel("Your message")).toHaveValue("The barley is sown.");

    await pia.goto("/account/company");
    await press(pia.getByRole("link", { name: "Leave this company" }));
    await press(pia.getByRole("button", { name: "Leave the company" }));
    await expect(pia.getByText("You have left the company.")).toBeVisible();
    expect((await pia.goto(`/my-order/${openId}`))?.status()).toBe(404);
    await ada.goto(`/my-order/${openId}`);
    await expect(ada.getByText("You Have Paid").first()).toBeVisible();
  });
}
