import type { Page } from "@playwright/test";
import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import {
  choosePlan,
  giveAccount,
  giveDetails,
  goToProvider,
  orderButton,
  orderPlan,
  registerSomebody,
} from "../../support/browser/purchase.ts";

test.use({
  furrowSettings: {
    SANDBOX_PROTOCOL: "rest",
    SANDBOX_URL: "http://127.0.0.1:{port}",
    OWNER_EMAIL: "buying@furrow.example",
  },
});

/** Collects the path of each document that the page shows from now on; redirects do not count. */
function shownDocuments(page: Page): string[] {
  const paths: string[] = [];
  page.on("response", (response) => {
    const request = response.request();
    const isShown = request.isNavigationRequest() && response.status() < 300;
    if (isShown) paths.push(new URL(response.url()).pathname.replace(/[\w-]{36}/, "…"));
  });
  return paths;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a visitor sees three pages before the provider's page: the plans, the order form and the payment page", async ({
      page,
    }) => {
      const shown = shownDocuments(page);
      await choosePlan(page, "Standard");
      await giveAccount(page, newPerson());
      await orderPlan(page, "Ada Field");
      await expect(page.getByText("To pay $299.00 USD")).toBeVisible();
      await goToProvider(page);
      expect(shown).toEqual(["/", "/order-now/…", "/pay-now/…", "/sandbox/paypal/checkoutnow"]);
    });
  });
}

test("a visitor whose email has an account is asked for the account's password on the same page", async ({
  page,
  context,
}) => {
  const person = await registerSomebody(page);
  await context.clearCookies();
  await choosePlan(page, "Basic");
  await giveAccount(page, { ...person, password: "another hedgerow" });
  await giveDetails(page, "Ada Field");
  await orderButton(page).click();
  const password = page.locator("[name=password]");
  await expect(password).toHaveAccessibleDescription(/This email already has an account/);
  await expect(password).toBeFocused();
  await expect(page.getByLabel("I have an account")).toBeChecked();
  await expect(page.locator("[name=email]")).toHaveValue(person.email);
  await expect(page.locator("[name=customerName]")).toHaveValue("Ada Field");
  await password.fill("a wrong password");
  await orderButton(page).click();
  await expect(password).toHaveAccessibleDescription(/Incorrect email or password/);
  await password.fill(person.password);
  await orderButton(page).click();
  await page.waitForURL("**/pay-now/**");
  expect(await (await page.request.get("/api/orders")).json()).toHaveLength(1);
});

test("a customer who chose “I am new here” but types the email and password of an account is signed in to this account", async ({
  page,
  context,
}) => {
  const person = await registerSomebody(page);
  await context.clearCookies();
  await choosePlan(page, "Basic");
  await expect(page.getByLabel("I am new here")).toBeChecked();
  await giveAccount(page, person);
  await orderPlan(page, "Ada Field");
  await page.goto("/account");
  await expect(page.locator("main")).toContainText(person.email);
});

test("errors in account and order fields are shown together, and no account is created", async ({
  page,
}) => {
  const person = newPerson();
  await choosePlan(page, "Basic");
  await giveAccount(page, { ...person, password: "abc" });
  await orderButton(page).click();
  await expect(page.getByText("Please check the marked fields.")).toBeVisible();
  for (const name of ["password", "customerName", "customerAddress", "customerCountry"]) {
    await expect(page.locator(`[name=${name}]`)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(page.locator("[name=email]")).toHaveValue(person.email);
  await expect(page.locator("[name=password]")).toHaveValue("");
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login/);
  // The refused form created no account, so the email is still free.
  await choosePlan(page, "Basic");
  await giveAccount(page, person);
  await orderPlan(page, "Ada Field");
});

test("an order form that a visitor sends eight times at once creates one account and one order", async ({
  page,
}) => {
  const person = newPerson();
  await choosePlan(page, "Basic");
  await giveAccount(page, person);
  await giveDetails(page, "Ada Field");
  // All requests are sent before the first response arrives.
  const statuses = await page
    .locator("form[action^='/order-now/']")
    .evaluate((form: HTMLFormElement) => {
      const body = () =>
        new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
      const send = () => fetch(form.action, { method: "POST", body: body() });
      return Promise.all(Array.from({ length: 8 }, async () => (await send()).status));
    });
  expect(statuses).toEqual(Array(8).fill(200));
  const orders = await (await page.request.get("/api/orders")).json();
  expect(orders).toHaveLength(1);
  expect(orders[0].customerEmail).toBe(person.email);
});

test("an order form for a new account orders nothing when another account has signed in, and keeps the typed text", async ({
  page,
  context,
}) => {
  await choosePlan(page, "Basic");
  await giveAccount(page, newPerson());
  await page.locator("[name=customerName]").fill("Ada Field");
  const other = await context.newPage();
  await registerSomebody(other);
  await orderButton(page).click();
  await expect(page.getByText(/another account .* so nothing was ordered/)).toBeVisible();
  await expect(page.locator("[name=customerName]")).toHaveValue("Ada Field");
  expect(await (await page.request.get("/api/orders")).json()).toEqual([]);
});

test("every field of the order form has the right autocomplete value, for new and existing accounts", async ({
  page,
}) => {
  await choosePlan(page, "Basic");
  const purposes = () =>
    page
      .locator("form[action^='/order-now/'] :is(input, textarea):not([type=hidden], [type=radio])")
      .evaluateAll((fields: HTMLInputElement[]) =>
        Object.fromEntries(
          fields
            .filter(({ readOnly, type }) => !readOnly && type !== "checkbox")
            .map(({ name, autocomplete }) => [name, autocomplete]),
        ),
      );
  const expected = {
    email: "email",
    password: "new-password",
    customerName: "name",
    customerAddress: "street-address",
    customerCountry: "country-name",
    customerWebsite: "url",
  };
  await expect.poll(purposes).toEqual(expected);
  await page.getByLabel("I have an account").check();
  await expect(page.getByRole("link", { name: "Forgot password?" })).toBeVisible();
  await expect.poll(purposes).toEqual({ ...expected, password: "current-password" });
});
