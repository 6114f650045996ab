import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../../support/browser/journey.ts";
import {
  orderAsSomebody,
  registerHere,
  registerSomebody,
  signIn,
} from "../../support/browser/purchase.ts";
import { openSiteDatabase } from "../../support/databases/site-database.ts";

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

test("a visitor corrects a registration, Back shows no page of the account after signing out, and the login leads back", async ({
  page,
  furrow,
}) => {
  const person = newPerson();
  await page.goto("/my-order");
  await page.getByRole("link", { name: "Sign Up" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome! Register to continue");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Email is Required")).toBeVisible();
  await expect(page.getByText("Password is Required")).toBeVisible();
  await page.locator("[name=email]").fill("ab@c.de");
  await page.locator("[name=password]").fill("ab12");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Provide a Valid Email")).toBeVisible();
  await expect(page.getByText("Minimum 6 Characters")).toBeVisible();
  await expect(page.locator("[name=email]")).toHaveValue("ab@c.de");
  await page.locator("[name=email]").fill("ada@gmial.com");
  await page.locator("[name=password]").fill(person.password);
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("button", { name: "Yes, use ada@gmail.com" }).click();
  await expect(page.locator("[name=email]")).toHaveValue("ada@gmail.com");
  await expect(page.locator("[name=password]")).toHaveValue(person.password);
  await registerHere(page, person);
  await expect(page).toHaveURL("/my-order");

  for (const path of ["/account", "/dashboard"]) await page.goto(path);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Log in" }).first()).toBeVisible();
  for (const path of ["/dashboard", "/account", "/my-order"]) {
    await page.goBack();
    await expect(page).toHaveURL(`${furrow.url}/login?from=${encodeURIComponent(path)}`);
    await expect(page.getByText(person.email)).toBeHidden();
  }

  await logIn(page, person.email, "not the password");
  await expect(page.getByText("Incorrect email or password. Please try again.")).toBeVisible();
  await expect(page.locator("[name=email]")).toHaveValue(person.email);
  await logIn(page, person.email, person.password);
  await expect(page).toHaveURL("/my-order");
  await page.goto("/login");
  await expect(page).toHaveURL("/dashboard");
});

test("a forgotten password is reset with the emailed link, which works only once", async ({
  page,
  furrow,
}) => {
  const { email } = await registerSomebody(page);
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.locator("[name=email]").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "The email has to wait" })).toBeVisible();
  const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"), { readOnly: true });
  const mail = database
    .prepare("select text_body from mail_outbox where recipient = ? order by id desc")
    .get(email);
  database.close();
  const [link = ""] = /http\S+/.exec(String(mail?.text_body)) ?? [];
  expect(link.startsWith(furrow.url)).toBe(true);
  await page.goto(link);
  await page.locator("[name=password]").fill("short");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("Minimum 6 Characters")).toBeVisible();
  await page.locator("[name=password]").fill("a wholly new hedgerow");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await signIn(page, email, "a wholly new hedgerow");
  await page.goto(link);
  await expect(page.getByText("This link has already been used or has expired.")).toBeVisible();
  await expect(page.locator("[name=password]")).toHaveCount(0);
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page.getByRole("button", { name: "Send the link" })).toBeVisible();
});

test("a customer whose session has ended reads that nothing was paid or saved, and can log in to continue", async ({
  page,
}) => {
  const { email, password } = await orderAsSomebody(page, "Basic");
  await page.getByRole("link", { name: "Pay Now" }).click();
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Pay Now With Paypal" }).click();
  const unpaid = page.getByText("You were signed out, so no payment was made.");
  await expect(unpaid).toContainText("Log in to continue");
  await logIn(page, email, password);
  await expect(unpaid).toContainText("You can continue here.");

  await page.goto("/account/profile");
  await page.context().clearCookies();
  await page.locator("[name=customerName]").fill("Ada of the Field");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("You were signed out, so nothing was saved.")).toBeVisible();
  await expect(page.locator("[name=customerName]")).toHaveValue("Ada of the Field");
});
