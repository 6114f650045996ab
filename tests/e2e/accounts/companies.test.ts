import type { Page } from "@playwright/test";
import { coldTest, expect, newPerson, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { payAs, signIn } from "../../support/browser/purchase.ts";
import { confirmAddress } from "../../support/databases/site-database.ts";
import { mailedLink } from "../../support/mail/mailed-link.ts";
import { colleaguePages } from "../../support/rights/colleague-table.ts";
import { adminOf, orderBy, register } from "../../support/servers/web-client.ts";

coldTest.describe("without JavaScript", () => {
  coldTest.use({
    javaScriptEnabled: false,
    furrowSettings: ({ mailServer }, use) =>
      use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
  });

  coldTest(
    "a customer invites an accountant, who can pay but not read the order room, and people leave the company",
    async ({ browser, furrow, mailServer }) => {
      const { email, name } = newPerson();
      const client = await register(furrow.url, email);
      confirmAddress(furrow.dataDirectory, email);
      const admin = await adminOf(furrow);
      const [paidId, openId] = [await orderBy(client, admin), await orderBy(client)];
      const secret = `The gate code of ${name}`;
      await client.call(
        "POST",
        `/order/${paidId}/messages`,
        { text: secret },
        { "idempotency-key": `said-${paidId}` },
      );

      const openBrowser = () => browser.newPage({ baseURL: furrow.url, javaScriptEnabled: false });
      const join = async (page: Page, invited: string) => {
        await page.goto(await mailedLink(mailServer, invited, "/company-invitation"));
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Join ${name} Farm`);
        await page.getByLabel("Password").fill("orchard and hay");
        await page.getByRole("button", { name: "Set the password and join" }).click();
        await expect(page.getByText("Welcome.")).toBeVisible();
      };
      const ada = await openBrowser();
      await signIn(ada, email, "hedgerow and barley");
      await ada.goto("/account/company");
      await ada.getByLabel("Name of your company").fill(`${name} Farm`);
      await ada.getByRole("button", { name: "Save the name" }).click();
      await expect(ada.getByRole("heading", { level: 1 })).toHaveText(`${name} Farm`);
      const accountant = newPerson();
      await ada.getByLabel("Email address").fill(accountant.email);
      await ada.getByLabel("Orders", { exact: false }).first().uncheck();
      await ada.getByLabel(/^Payments/).check();
      await ada.getByRole("button", { name: "Send the invitation" }).click();
      await expect(ada.getByText("The invitation is on its way.")).toBeVisible();

      const pia = await openBrowser();
      await join(pia, accountant.email);
      await pia.goto(`/my-order/${paidId}`);
      await expect(pia.getByText("149").first()).toBeVisible();
      const html = await pia.content();
      for (const word of [secret, "Passwords", "Your message"]) expect(html).not.toContain(word);
      for (const [path, right] of Object.entries(colleaguePages)) {
        // This order has neither an invoice nor a pro forma.
        if (/invoice|pro-forma/.test(path)) continue;
        const address = path.replace(":orderId", paidId).replace(":fileId", "unknown");
        const status = (await pia.request.get(address)).status();
        expect([path, status === 404]).toEqual([path, right === "orders"]);
      }
      await pia.goto(`/pay-now/${openId}`);
      await pia.getByRole("button", { name: "Pay Now With Paypal" }).click();
      await pia.getByRole("button", { name: /^Continue to/ }).click();
      await payAs(pia, "completed");
      await expect(async () => {
        await pia.goto(`/my-order/${openId}`);
        await expect(pia.getByText("You Have Paid").first()).toBeVisible({ timeout: 500 });
      }).toPass();

      // A colleague writes, is removed while the page is open, and loses no text.
      const wim = await openBrowser();
      const worker = newPerson();
      await ada.goto("/account/company");
      await ada.getByLabel("Email address").fill(worker.email);
      await ada.getByRole("button", { name: "Send the invitation" }).click();
      await join(wim, worker.email);
      await wim.goto(`/my-order/${paidId}`);
      await expect(wim.getByText(secret)).toBeVisible();
      await expect(wim.locator("body")).not.toContainText(/\b149(00)?\b/);
      await wim.getByLabel("Your message").fill("The barley is sown.");
      await ada.goto("/account/company");
      await ada.getByRole("link", { name: `Change ${worker.email}` }).click();
      await ada.getByRole("button", { name: "Remove this person" }).click();
      await expect(ada.getByText("no longer sees your company or its orders")).toBeVisible();
      await wim.getByRole("button", { name: "Send", exact: true }).click();
      await expect(wim.getByText("You no longer see this order")).toBeVisible();
      await expect(wim.getByLabel("Your message")).toHaveValue("The barley is sown.");

      await pia.goto("/account/company");
      await pia.getByRole("link", { name: "Leave this company" }).click();
      await pia.getByRole("button", { name: "Leave the company" }).click();
      await expect(pia.getByText("You have left the company.")).toBeVisible();
      expect((await pia.goto(`/my-order/${openId}`))?.status()).toBe(404);
    },
  );
});

test("the owner moves an order to another company and takes it back with Undo", async ({
  page,
  furrow,
}) => {
  const [ada, ben] = [newPerson(), newPerson()];
  const client = await register(furrow.url, ada.email);
  await register(furrow.url, ben.email);
  const orderId = await orderBy(client);
  await signInOnce(page, furrow);
  await openPanel(page, `/admin/payment-status/${orderId}`);
  await page.getByRole("button", { name: "Move to another company" }).click();
  await page.getByLabel("Email address of someone at the other company").fill(ben.email);
  await page.getByLabel("Both companies have agreed to this move").check();
  await page.getByRole("button", { name: "Move order" }).click();
  await expect(page.getByText(`now belongs to ${ben.email}.`)).toBeVisible();
  expect((await client.see(`/api/order/${orderId}`)).status).toBe(404);
  await page.keyboard.press("z");
  await expect(page.getByText("1 undone.")).toBeVisible();
  expect((await client.see(`/api/order/${orderId}`)).status).toBe(200);
});
