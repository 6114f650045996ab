import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { coldTest, expect, newPerson, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import {
  choosePlan,
  giveAccount,
  giveDetails,
  orderButton,
  registerSomebody,
  signIn,
} from "../../support/browser/purchase.ts";
import { mailedLink } from "../../support/mail/mailed-link.ts";

async function readDownload(page: Page, press: () => Promise<void>) {
  const download = page.waitForEvent("download");
  await press();
  return JSON.parse(await readFile(await (await download).path(), "utf8"));
}

coldTest.describe("without JavaScript", () => {
  coldTest.use({
    javaScriptEnabled: false,
    furrowSettings: ({ mailServer }, use) =>
      use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
  });

  coldTest(
    "a customer manages an account from registration to deletion",
    async ({ page, browser, furrow, mailServer }) => {
      const person = newPerson();
      await choosePlan(page, "Basic");
      await giveAccount(page, person);
      await giveDetails(page, person.name);
      await orderButton(page).click();
      await expect(page.getByRole("button", { name: "Continue to PayPal" })).toBeVisible();
      await page.goto("/account/profile");
      await expect(page.getByText("Press Save to keep them.")).toBeVisible();
      await page.locator("[name=customerWebsite]").fill("no website");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Enter the website’s address")).toBeVisible();
      await page.locator("[name=customerWebsite]").fill("https://field.example");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Your details are saved.")).toBeVisible();
      await choosePlan(page, "Standard");
      await expect(page.locator("[name=customerName]")).toHaveValue(person.name);
      await expect(page.locator("[name=customerWebsite]")).toHaveValue("https://field.example");

      await page.goto("/account/emails");
      await page.getByLabel("Once a day").check();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Your choice about emails is saved.")).toBeVisible();
      await page.getByRole("button", { name: "Send confirmation link" }).click();
      await expect(page.getByText("We have sent you a confirmation link.")).toBeVisible();
      await page.goto(await mailedLink(mailServer, person.email, "/verify-address"));
      await page.getByRole("button", { name: "Yes, confirm it" }).click();
      await expect(page.getByText("Your email address is confirmed.")).toBeVisible();

      const elsewhere = await browser.newPage({ baseURL: furrow.url, javaScriptEnabled: false });
      await signIn(elsewhere, person.email, person.password);
      await page.goto("/account/sessions");
      await expect(page.getByRole("row")).toHaveCount(3);
      await page.getByRole("button", { name: "End", exact: true }).click();
      await expect(page.getByRole("row")).toHaveCount(2);
      await elsewhere.goto("/account");
      await expect(elsewhere).toHaveURL(/\/login\?from=/);

      await page.goto("/account/password");
      await page.locator("[name=currentPassword]").fill(person.password);
      await page.locator("[name=newPassword]").fill("a wholly new hedgerow");
      await page.getByRole("button", { name: "Change the password" }).click();
      await expect(page.getByText("Your password has been changed.")).toBeVisible();
      const data = await readDownload(page, () =>
        page.getByRole("link", { name: "Download" }).click(),
      );
      expect(data).toMatchObject({
        account: { email: person.email, emailVerified: true },
        orders: [{ customerName: person.name }],
      });

      await page.goto("/account/delete");
      await page.getByRole("button", { name: "Delete my account" }).click();
      await expect(page.getByText("Tick the box")).toBeVisible();
      await page.getByLabel("I understand").check();
      await page.locator("[name=password]").fill("a wholly new hedgerow");
      await page.getByRole("button", { name: "Delete my account" }).click();
      await expect(page.getByRole("heading", { name: "Your account is deleted" })).toBeVisible();
      await page.goto("/account");
      await expect(page).toHaveURL(/\/login\?from=/);
    },
  );
});

test("an admin exports a person's data and deletes the account", async ({ page, furrow }) => {
  const { email } = await registerSomebody(page);
  await page.context().clearCookies();
  await signInOnce(page, furrow);
  await openPanel(page, `/people?search=${encodeURIComponent(email)}`);
  await page.getByRole("link", { name: email, exact: true }).click();
  await page.getByRole("button", { name: "Merge with another company" }).click();
  await page.getByRole("button", { name: "Merge companies" }).click();
  await expect(page.getByText(/^Enter the email address of someone at the/)).toBeVisible();
  const data = await readDownload(page, () =>
    page.getByRole("button", { name: "Download this person’s data" }).click(),
  );
  expect(data.account.email).toBe(email);
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText(`Type ${email} to confirm.`)).toBeVisible();
  await page.getByRole("textbox", { name: `Type ${email}` }).fill(email);
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText("The account is deleted.")).toBeVisible();
});
