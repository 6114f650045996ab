import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import {
  choosePlan,
  giveAccount,
  orderPlan,
  registerSomebody,
  signIn,
} from "../../support/browser/purchase.ts";
import { type MailServer, openMailServer } from "../../support/mail/mail-server.ts";
import { scaled } from "../../support/time-limits.ts";

// Chooses the port here, because Furrow's settings need the port before the mail server listens.
const mailPort = 20_000 + (process.pid % 10_000);
test.use({
  javaScriptEnabled: false,
  furrowSettings: {
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: "field@example.com",
  },
});

let mail: MailServer;
test.beforeAll(async () => {
  mail = await openMailServer(mailPort);
});
test.afterAll(() => mail.close());

/**
 * Waits until an email with this subject has arrived, and returns the link in the newest such
 * email.
 */
async function mailedLink(recipient: string, subject: string): Promise<string> {
  const arrived = () =>
    mail.deliveries.findLast(
      (each) => each.recipients.includes(recipient) && each.text.includes(`Subject: ${subject}`),
    );
  await expect.poll(() => arrived() !== undefined, { timeout: scaled(20_000) }).toBe(true);
  const text = (arrived()?.text ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
  return /https?:\/\/\S+token=[\w-]+/.exec(text)?.[0] ?? "";
}

async function changePassword(page: Page, from: string, to: string) {
  await page.goto("/account/password");
  await page.locator("[name=currentPassword]").fill(from);
  await page.locator("[name=newPassword]").fill(to);
  await page.getByRole("button", { name: "Change the password" }).click();
}

test("a customer without JavaScript manages an account from registration to deletion", async ({
  page,
  browser,
  furrow,
}) => {
  const person = newPerson();
  await choosePlan(page, "Basic");
  await giveAccount(page, person);
  await orderPlan(page, person.name);

  await page.goto("/account/profile");
  await expect(page.getByText("Press Save to keep them.")).toBeVisible();
  await page.locator("[name=customerWebsite]").fill("no website");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter the website's address")).toBeVisible();
  await page.locator("[name=customerWebsite]").fill("https://field.example");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your details are saved.")).toBeVisible();
  await choosePlan(page, "Standard");
  await expect(page.locator("[name=customerName]")).toHaveValue(person.name);
  await expect(page.locator("[name=customerWebsite]")).toHaveValue("https://field.example");

  const signedOut = await browser.newPage({ baseURL: furrow.url, javaScriptEnabled: false });
  await signedOut.goto("/account/emails");
  await expect(signedOut).toHaveURL(/\/login\?from=%2Faccount%2Femails$/);
  await signedOut.close();
  await page.goto("/account/emails");
  await expect(page.getByLabel("At once")).toBeChecked();
  await page.getByLabel("Once a day").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your choice about emails is saved.")).toBeVisible();
  await expect(page.getByText("Once a day")).toBeVisible();

  await page.getByRole("button", { name: "Send confirmation link" }).click();
  await expect(page.getByText("We have sent you a confirmation link.")).toBeVisible();
  const link = await mailedLink(person.email, "Is this your address?");
  await page.goto(link.replace(/.$/, "-"));
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await expect(page.getByText("This link does not confirm")).toBeVisible();
  await page.goto(link);
  await page.goto("/account");
  await expect(page.getByText("Not confirmed yet.")).toBeVisible();
  await page.goto(link);
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
  await page.goto(link);
  await expect(page.getByText("is already confirmed")).toBeVisible();

  const elsewhere = await browser.newPage({ baseURL: furrow.url, javaScriptEnabled: false });
  await signIn(elsewhere, person.email, person.password);
  await page.goto("/account/sessions");
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "End", exact: true }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await elsewhere.goto("/account");
  await expect(elsewhere).toHaveURL(/\/login\?from=/);

  await signIn(elsewhere, person.email, person.password);
  await changePassword(page, "not the password", "a wholly new hedgerow");
  await expect(page.getByText("This is not your current password.")).toBeVisible();
  await changePassword(page, person.password, "a wholly new hedgerow");
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await elsewhere.goto("/account");
  await expect(elsewhere).toHaveURL(/\/login\?from=/);
  await elsewhere.close();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const data = JSON.parse(await readFile(await (await download).path(), "utf8"));
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
});

test("a customer without JavaScript resets a forgotten password with the emailed link, which works only once", async ({
  page,
}) => {
  const person = await registerSomebody(page);
  expect(await mailedLink(person.email, "Welcome to the field")).toBe("");
  await page.context().clearCookies();
  await page.goto("/reset");
  await page.locator("[name=email]").fill(person.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const link = await mailedLink(person.email, "Set a new password");
  const setPassword = async (address: string, password: string) => {
    await page.goto(address);
    await page.locator("[name=password]").fill(password);
    await page.getByRole("button", { name: "Set the password" }).click();
  };
  const over = page.getByText("This link has already been used or has expired.");
  await page.goto(link.replace(/.{4}$/, "xxxx"));
  await expect(over).toBeVisible();
  await setPassword(link, "a wholly new hedgerow");
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await signIn(page, person.email, "a wholly new hedgerow");
  await page.goto(link);
  await expect(over).toBeVisible();
  await expect(page.locator("[name=password]")).toHaveCount(0);
});

test.describe("in the panel", () => {
  test.use({ javaScriptEnabled: true });

  test("an admin exports a person's data and deletes the account", async ({ page, furrow }) => {
    const person = await registerSomebody(page);
    await page.context().clearCookies();
    await signInOnce(page, furrow);
    await openPanel(page, "/people");
    await page.getByLabel("Email or name begins with").fill(person.email.toUpperCase());
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: person.email }).click();
    await page.getByRole("button", { name: "Merge with another company" }).click();
    await expect(page.getByLabel("Email address of someone at the other company")).toBeFocused();
    await page.getByRole("button", { name: "Merge companies" }).click();
    await expect(page.getByText(/^Enter the email address of someone at the/)).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download this person's data" }).click();
    const data = JSON.parse(await readFile(await (await download).path(), "utf8"));
    expect(data.account.email).toBe(person.email);
    await page.getByRole("button", { name: "Delete account" }).click();
    const confirmation = page.getByRole("textbox", { name: `Type ${person.email}` });
    await expect(page.getByText(`Type ${person.email} to confirm.`)).toBeVisible();
    await confirmation.fill(person.email);
    await page.getByRole("button", { name: "Delete account" }).click();
    await expect(page.getByText("The account is deleted.")).toBeVisible();
  });
});
