import type { Page } from "@playwright/test";
import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import { choosePlan } from "../../support/browser/purchase.ts";

/** Addresses of the dictionaries that the page has loaded since the call. */
function watchDictionaries(page: Page): readonly string[] {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (/estimate-password-\S+\.js$/.test(request.url())) loaded.push(request.url());
  });
  return loaded;
}

test("a registration says how easy the password is to guess, loads the dictionaries with the first letter, and accepts any password", async ({
  page,
}) => {
  const loaded = watchDictionaries(page);
  const { email } = newPerson();
  await page.goto("/register");
  const field = page.getByLabel("Password");
  const hint = page.locator("[data-strength-of]");
  await expect(hint).toHaveAttribute("role", "status");
  await page.getByLabel("Email").fill(`hollyhock.${email}`);
  await field.focus();
  expect(loaded).toEqual([]);
  await page.keyboard.type("password1");
  await expect(hint).toHaveText("Very easy to guess. This is a commonly used password.");
  await field.fill("hedgerow and barley in the wet wind");
  await expect(hint).toHaveText("Very hard to guess.");
  await field.fill("");
  await expect(hint).toHaveText("");
  expect(loaded).toHaveLength(1);
  await field.fill("hollyhock7");
  await expect(hint).toContainText("It contains a part of your name or email address.");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page).toHaveURL("/");
});

test("the password of an existing account gets no hint", async ({ page }) => {
  const loaded = watchDictionaries(page);
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
