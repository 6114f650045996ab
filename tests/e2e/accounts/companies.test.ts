import type { Locator, Page } from "@playwright/test";
import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import { handsOf, openBrowser, ways } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { mailedLink } from "../../support/mail/mailed-link.ts";
import { colleaguePages } from "../../support/rights/colleague-table.ts";
import { adminOf, register } from "../../support/servers/web-client.ts";

test.use({
  javaScriptEnabled: false,
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
});

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("hedgerow and barley");
  await page.getByLabel("Password").press("Enter");
  await page.waitForURL("**/dashboard");
}

async function rightEdgeOf(target: Locator): Promise<number> {
  const { x, width } = (await target.boundingBox()) ?? { x: 0, width: 0 };
  return x + width;
}

for (const { way, isPhone } of ways) {
  const device = { isPhone, javaScriptEnabled: false };
  const hands = handsOf(isPhone);

  test(`a customer invites an accountant, who can pay but not read the order room, and people leave the company, ${way}`, async ({
    browser,
    furrow,
    mailServer,
  }) => {
    /** Presses a control; after "Enter", waits for the next page. */
    async function press(target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
      const opened = key === "Enter" ? target.page().waitForEvent("domcontentloaded") : null;
      await hands.press(target, key);
      await opened;
    }
    const { email, name } = newPerson();
    const client = await register(furrow.url, email);
    const order = () =>
      client.call<{ _id: string }>("POST", "/new-order", {
        packageName: "Basic",
        customerName: name,
        customerAddress: "1 Long Acre",
        customerCountry: "Norway",
      });
    const [{ _id: paidId }, { _id: openId }] = [await order(), await order()];
    const admin = await adminOf(furrow);
    const payment = {
      amount: "149.00",
      date: new Date().toISOString().slice(0, 10),
      reference: "Transfer",
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

    const ada = await openBrowser(browser, furrow, device);
    await logIn(ada, email);
    await ada.goto("/account");
    await press(ada.getByRole("button", { name: "Send confirmation link" }));
    await ada.goto(await mailedLink(mailServer, email, "/verify-address"));
    await press(ada.getByRole("button", { name: /confirm/i }));
    await ada.goto("/account/company");
    await hands.write(ada.getByLabel("Name of your company"), `${name} Farm`);
    await press(ada.getByRole("button", { name: "Save the name" }));
    await expect(ada.getByRole("heading", { level: 1 })).toHaveText(`${name} Farm`);

    const accountant = newPerson();
    await hands.write(ada.getByLabel("Email address"), accountant.email);
    await press(ada.getByLabel("Orders", { exact: false }).first(), "Space");
    await press(ada.getByLabel(/^Payments/), "Space");
    await press(ada.getByRole("button", { name: "Send the invitation" }));
    await expect(ada.getByText("The invitation is on its way.")).toBeVisible();
    await expect(ada.getByRole("table", { name: "Open invitations" })).toContainText(
      accountant.email,
    );

    const pia = await openBrowser(browser, furrow, device);
    await pia.goto(await mailedLink(mailServer, accountant.email, "/company-invitation"));
    await expect(pia.getByRole("heading", { level: 1 })).toHaveText(`Join ${name} Farm`);
    await hands.write(pia.getByLabel("Password"), "orchard and hay");
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
    const wim = await openBrowser(browser, furrow, device);
    const worker = newPerson();
    await register(furrow.url, worker.email);
    await ada.goto("/account/company");
    await hands.write(ada.getByLabel("Email address"), worker.email);
    await press(ada.getByRole("button", { name: "Send the invitation" }));
    await wim.goto(await mailedLink(mailServer, worker.email, "/company-invitation"));
    // The account's address is not confirmed, so the invited person sets a new password.
    await hands.write(wim.getByLabel("Password"), "orchard and hay");
    await press(wim.getByRole("button", { name: "Set the password and join" }));
    await expect(wim.getByText("Welcome.")).toBeVisible();
    await wim.goto(`/my-order/${paidId}`);
    await expect(wim.getByText(secret)).toBeVisible();
    await expect(wim.locator("body")).not.toContainText(/\b149(00)?\b/);
    await hands.write(wim.getByLabel("Your message"), "The barley is sown.");
    await ada.goto("/account/company");
    const change = ada.getByRole("link", { name: `Change ${worker.email}` });
    if (!isPhone) {
      await ada.setViewportSize({ width: 768, height: 844 });
      expect(await rightEdgeOf(change)).toBeLessThan(768);
    }
    await press(change);
    const { width } = ada.viewportSize() ?? { width: 0 };
    expect(await rightEdgeOf(ada.getByRole("heading", { level: 1 }))).toBeLessThan(width);
    await press(ada.getByRole("button", { name: "Remove this person" }));
    await expect(ada.getByText("no longer sees your company or its orders")).toBeVisible();
    await press(wim.getByRole("button", { name: "Send", exact: true }));
    await expect(wim.getByText("You no longer see this order")).toBeVisible();
    await expect(wim.getByLabel("Your message")).toHaveValue("The barley is sown.");

    await pia.goto("/account/company");
    await press(pia.getByRole("link", { name: "Leave this company" }));
    await press(pia.getByRole("button", { name: "Leave the company" }));
    await expect(pia.getByText("You have left the company.")).toBeVisible();
    expect((await pia.goto(`/my-order/${openId}`))?.status()).toBe(404);
    await ada.goto(`/my-order/${openId}`);
    await expect(ada.getByText("You Have Paid").first()).toBeVisible();
  });

  test(`the owner moves an order to another company and takes it back with Undo, ${way}`, async ({
    browser,
    furrow,
  }) => {
    const { press, write } = hands;
    const [ada, ben] = [newPerson(), newPerson()];
    const client = await register(furrow.url, ada.email);
    await register(furrow.url, ben.email);
    const { _id: orderId } = await client.call<{ _id: string }>("POST", "/new-order", {
      packageName: "Basic",
      customerName: ada.name,
      customerAddress: "1 Long Acre",
      customerCountry: "Norway",
    });
    const owner = await openBrowser(browser, furrow, { isPhone });
    await signInOnce(owner, furrow);
    await openPanel(owner, `/admin/payment-status/${orderId}`);
    // On a phone, the facts of an order are folded.
    if (isPhone) await press(owner.getByRole("button", { name: /^Customer, plan and payment/ }));
    await press(owner.getByRole("button", { name: "Move to another company" }));
    await write(owner.getByLabel("Email address of someone at the other company"), ben.email);
    await press(owner.getByLabel("Both companies have agreed to this move"), "Space");
    await press(owner.getByRole("button", { name: "Move order" }));
    await expect(owner.getByText(`now belongs to ${ben.email}.`)).toBeVisible();
    expect((await client.see(`/api/order/${orderId}`)).status).toBe(404);
    const undo = owner.getByRole("button", { name: "Undo" });
    await (isPhone ? undo.tap() : owner.keyboard.press("z"));
    await expect(owner.getByText("1 undone.")).toBeVisible();
    expect((await client.see(`/api/order/${orderId}`)).status).toBe(200);
  });
}
