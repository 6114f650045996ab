import { join } from "node:path";
import { expect, newPerson, test } from "../../support/browser/journey.ts";
import {
  choosePlan,
  goToProvider,
  orderAsSomebody,
  orderButton,
  registerHere,
  registerSomebody,
  signIn,
} from "../../support/browser/purchase.ts";
import { openSiteDatabase } from "../../support/databases/site-database.ts";

test("a registration with a missing or invalid email and password shows an error at each field", async ({
  page,
}) => {
  await page.goto("/register");
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
});

test("a login with a wrong password and a login with an unknown email address show the same error", async ({
  page,
}) => {
  const person = await registerSomebody(page);
  await page.context().clearCookies();
  for (const email of [person.email, "nobody-here@example.com"]) {
    await page.goto("/login");
    await page.locator("[name=email]").fill(email);
    await page.locator("[name=password]").fill("not the password");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("Incorrect email or password. Please try again.")).toBeVisible();
    await expect(page.locator("[name=email]")).toHaveValue(email);
  }
});

test("a visitor who opens /my-order is sent to the login, which leads back to /my-order", async ({
  page,
}) => {
  const person = newPerson();
  await page.goto("/register");
  await registerHere(page, person);
  await expect(page).toHaveURL("/");
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Log in" }).first()).toBeVisible();
  await page.goto("/my-order");
  await expect(page).toHaveURL("/login?from=%2Fmy-order");
  await page.locator("[name=email]").fill(person.email);
  await page.locator("[name=password]").fill(person.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/my-order");
  await page.goto("/login");
  await expect(page).toHaveURL("/dashboard");
});

test("a visitor who opens /my-order and registers is sent back to /my-order", async ({ page }) => {
  await page.goto("/my-order");
  await page.getByRole("link", { name: "Sign Up" }).click();
  await registerHere(page, newPerson());
  await expect(page).toHaveURL("/my-order");
});

test("Back does not show the pages of a signed-out account", async ({ page, furrow }) => {
  const person = await registerSomebody(page);
  for (const path of ["/my-order", "/account", "/dashboard"]) await page.goto(path);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Log in" }).first()).toBeVisible();
  for (const path of ["/dashboard", "/account", "/my-order"]) {
    await page.goBack();
    await expect(page).toHaveURL(`${furrow.url}/login?from=${encodeURIComponent(path)}`);
    await expect(page.getByText(person.email)).toBeHidden();
  }
});

test("Back does not show the rejected form of a signed-out account", async ({ page }) => {
  await registerSomebody(page);
  await choosePlan(page, "Basic");
  await page.locator("[name=customerName]").fill("Private Paula");
  await orderButton(page).click();
  await expect(page.getByText("Please check the marked fields.")).toBeVisible();
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Log in" }).first()).toBeVisible();
  await page.goBack();
  // The response to the form is not cached, so the browser cannot show it without a resubmit.
  await expect(page.goBack()).rejects.toThrow("ERR_CACHE_MISS");
});

test("a signed-out customer who returns from paying reads that the payment is safe", async ({
  page,
}) => {
  await page.goto("/received-payment/any?token=1");
  await expect(page.getByText("Log in to see your payment.")).toContainText("Your money is safe.");
  await page.goto("/login?from=/my-order");
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await expect(page.getByText("Your money is safe.")).toHaveCount(0);
});

test("a registration whose return path is on another site leads to the landing page", async ({
  page,
}) => {
  const person = newPerson();
  await page.goto("/register?from=//evil.example/");
  await registerHere(page, person);
  await expect(page).toHaveURL("/");
});

test("a forgotten password is reset with the emailed link, which works only once", async ({
  page,
  furrow,
}) => {
  const person = await registerSomebody(page);
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.locator("[name=email]").fill(person.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "The email has to wait" })).toBeVisible();

  const link = mailedLink(join(furrow.dataDirectory, "furrow.db"), person.email);
  expect(link.startsWith(furrow.url)).toBe(true);
  await page.goto(link);
  const another = await page.context().newPage();
  await another.goto(link);
  await page.locator("[name=password]").fill("short");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("Minimum 6 Characters")).toBeVisible();
  await expect(page.getByRole("link", { name: "Ask for a new link" })).toHaveCount(0);
  await page.locator("[name=password]").fill("a wholly new hedgerow");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await signIn(page, person.email, "a wholly new hedgerow");

  await another.locator("[name=password]").fill("another hedgerow");
  await another.getByRole("button", { name: "Set the password" }).click();
  await expect(another.getByText("This link has already been used or has expired.")).toBeVisible();
  await another.close();
  await page.goto(link);
  await expect(page.locator("[name=password]")).toHaveCount(0);
  await expect(page.getByText("This link has already been used or has expired.")).toBeVisible();
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page.getByRole("button", { name: "Send the link" })).toBeVisible();
});

test("a password reset for an unknown email address gets the answer of every address and sends no email", async ({
  page,
  furrow,
}) => {
  await page.goto("/reset");
  await page.locator("[name=email]").fill("nobody-here@example.com");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "The email has to wait" })).toBeVisible();
  const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"), { readOnly: true });
  const mails = database
    .prepare("select id from mail_outbox where recipient = 'nobody-here@example.com'")
    .all();
  database.close();
  expect(mails).toEqual([]);
});

function mailedLink(file: string, recipient: string): string {
  const database = openSiteDatabase(file, { readOnly: true });
  const row = database
    .prepare("select text_body from mail_outbox where recipient = ? order by id desc")
    .get(recipient) as { text_body: string } | undefined;
  database.close();
  return /http\S+/.exec(row?.text_body ?? "")?.[0] ?? "";
}

test("a customer whose session has ended reads that nothing was paid, cancelled or saved, and can log in to continue", async ({
  page,
}) => {
  const person = await orderAsSomebody(page, "Basic");
  const logIn = async () => {
    await page.locator("[name=email]").fill(person.email);
    await page.locator("[name=password]").fill(person.password);
    await page.getByRole("button", { name: "Log in" }).click();
  };
  await page.getByRole("link", { name: "Pay Now" }).click();
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Pay Now With Paypal" }).click();
  const unpaid = page.getByText("You were signed out, so no payment was made.");
  await expect(unpaid).toContainText("Log in to continue");
  await logIn();
  await expect(unpaid).toContainText("You can continue here.");

  await goToProvider(page);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Cancel and return" }).click();
  await expect(page.getByText("You left before paying. Your order")).toBeVisible();
  await logIn();
  await expect(page.getByText("You left before paying. The order is still open.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel this order" })).toBeVisible();
  await page.goto("/my-order");
  await expect(page.getByRole("row").nth(1)).toContainText("Pay Now");

  const unsaved = page.getByText("You were signed out, so nothing was saved.");
  await page.goto("/account/password");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Change the password" }).click();
  await logIn();
  await expect(unsaved).toBeVisible();

  await page.goto("/account/profile");
  await page.context().clearCookies();
  await page.locator("[name=customerName]").fill("Ada of the Field");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(unsaved).toBeVisible();
  await expect(page.locator("[name=customerName]")).toHaveValue("Ada of the Field");
});
