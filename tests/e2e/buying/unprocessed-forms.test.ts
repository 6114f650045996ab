import { expect, test } from "../../support/browser/journey.ts";
import {
  choosePlan,
  giveAccount,
  orderButton,
  registerSomebody,
  signIn,
} from "../../support/browser/purchase.ts";

// When the session has ended or another account is signed in, the server does not process a form
// and returns it with the typed text.

test("a form opened by one account has no effect when another account sends the form, and keeps the typed text", async ({
  page,
  context,
}) => {
  const alice = await registerSomebody(page);
  await choosePlan(page, "Basic");
  await page.locator("[name=customerName]").fill("Alice Field");
  await page.locator("[name=customerAddress]").fill("1 Long Acre, Fairfield");
  await page.locator("[name=customerCountry]").fill("Norway");
  await page.getByRole("checkbox", { name: /^Keep these details/ }).check();
  await context.clearCookies();
  const elsewhere = await context.newPage();
  await registerSomebody(elsewhere);
  const place = orderButton(page);
  await place.click();
  await expect(page.getByText(/another account .* so nothing was ordered/)).toBeVisible();
  expect(await (await page.request.get("/api/orders")).json()).toEqual([]);
  const profile = await context.newPage();
  await profile.goto("/account/profile");
  await expect(profile.locator("[name=customerName]")).toHaveValue("");
  await profile.locator("[name=customerName]").fill("Somebody Else");
  await context.clearCookies();
  await signIn(elsewhere, alice.email, alice.password);
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByText(/another account .* so nothing was saved/)).toBeVisible();
  await expect(profile.locator("[name=customerName]")).toHaveValue("Somebody Else");
  await expect(page.locator("[name=customerName]")).toHaveValue("Alice Field");
  await place.click();
  await page.waitForURL("**/pay-now/**");
});

test("a customer whose session ends logs in on the order form and loses no typed text", async ({
  page,
}) => {
  const person = await registerSomebody(page);
  await choosePlan(page, "Basic");
  await page.context().clearCookies();
  const typed = {
    customerName: "Ada Field",
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
  };
  for (const [name, text] of Object.entries(typed)) await page.locator(`[name=${name}]`).fill(text);
  await orderButton(page).click();
  const told = page.getByText("You were signed out, so nothing was ordered.");
  await expect(told).toContainText("What you typed is still here");
  await expect(page.locator("[name=customerEmail]")).toHaveCount(0);
  await expect(page.getByLabel("I have an account")).toBeChecked();
  for (const [name, text] of Object.entries(typed)) {
    await expect(page.locator(`[name=${name}]`)).toHaveValue(text);
  }
  await giveAccount(page, person);
  await orderButton(page).click();
  await page.waitForURL("**/pay-now/**");
  await page.goto("/pending-order");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("row").nth(1)).toContainText("Ada Field");
});
