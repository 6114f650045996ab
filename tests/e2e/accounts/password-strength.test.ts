import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import { choosePlan, registerSomebody } from "../../support/browser/purchase.ts";
import { openSiteDatabase } from "../../support/databases/site-database.ts";
import { mailedLink } from "../../support/mail/mailed-link.ts";
import { adminOf, register } from "../../support/servers/web-client.ts";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
});

const dictionaries = /estimate-password-\S+\.js$/;

/** Types passwords into the form of the open page, and reads the sentences about them. */
async function expectHints(page: Page, label: string | RegExp): Promise<void> {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (dictionaries.test(request.url())) loaded.push(request.url());
  });
  const field = page.getByLabel(label);
  const hint = page.locator("[data-strength-of]");
  await expect(hint).toHaveAttribute("role", "status");
  await expect(hint).toHaveText("");
  await field.focus();
  expect(loaded).toEqual([]);
  await page.keyboard.type("password1");
  await expect(hint).toHaveText("Very easy to guess. This is a commonly used password.");
  expect(loaded).toHaveLength(1);
  await field.fill("hedgerow and barley in the wet wind");
  await expect(hint).toHaveText("Very hard to guess.");
  await field.fill("");
  await expect(hint).toHaveText("");
  expect(loaded).toHaveLength(1);
}

test("each form with a new password says how easy the password is to guess, and loads the dictionaries with the first letter", async ({
  page,
  browser,
  furrow,
  mailServer,
}) => {
  await page.goto("/register");
  await expectHints(page, "Password");
  await choosePlan(page, "Basic");
  await expectHints(page, "Password");

  const person = await registerSomebody(page);
  await page.goto("/account/password");
  await expectHints(page, "New password");

  const visitor = await browser.newPage({ baseURL: furrow.url });
  await visitor.goto("/reset");
  await visitor.getByLabel("Email").fill(person.email);
  await visitor.getByRole("button", { name: "Send the link" }).click();
  await visitor.goto(await mailedLink(mailServer, person.email, "/reset"));
  await expectHints(visitor, "New password");

  const admin = await adminOf(furrow);
  const { email: worker } = newPerson();
  await admin.call("POST", "/add-user", { userEmail: worker, userRole: "Worker" });
  await visitor.goto(await mailedLink(mailServer, worker, "/invitation"));
  await expectHints(visitor, "Password");

  const { email } = newPerson();
  const customer = await register(furrow.url, email);
  const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"));
  database.prepare(`update "user" set emailVerified = 1 where email = ?`).run(email);
  database.close();
  const { email: colleague } = newPerson();
  await customer.call("POST", "/my-company/invitations", { email: colleague, orders: true });
  await visitor.goto(await mailedLink(mailServer, colleague, "/company-invitation"));
  await expectHints(visitor, "Password");
});

test("the hint warns of the person's own email address, and does not prevent the registration", async ({
  page,
}) => {
  const { email } = newPerson();
  await page.goto("/register");
  await page.getByLabel("Email").fill(`hollyhock.${email}`);
  await page.getByLabel("Password").pressSequentially("hollyhock7");
  await expect(page.locator("[data-strength-of]")).toContainText(
    "It contains a part of your name or email address.",
  );
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page).toHaveURL("/");
});

test("the password of an existing account gets no hint", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (dictionaries.test(request.url())) loaded.push(request.url());
  });
  await page.clock.install();
  await choosePlan(page, "Basic");
  await page.getByLabel("I have an account").check();
  await page.getByLabel("Password").pressSequentially("password1");
  await page.clock.runFor(1000);
  expect(loaded).toEqual([]);
  await page.getByLabel("I am new here").check();
  await page.getByLabel("Password").pressSequentially("2");
  await page.clock.runFor(1000);
  await expect(page.locator("[data-strength-of]")).toContainText(/easy to guess\./i);
});
