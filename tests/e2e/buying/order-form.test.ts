import { expect, newPerson, test } from "../../support/browser/journey.ts";
import {
  atProvider,
  choosePlan,
  giveAccount,
  giveDetails,
  orderButton,
  orderPlan,
  registerSomebody,
} from "../../support/browser/purchase.ts";
import { adminOf } from "../../support/servers/web-client.ts";

test("an order form that a visitor sends eight times at once creates one account and one order, and says later that the order exists", async ({
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
  const orders = async () => (await page.request.get("/api/orders")).json();
  expect(await orders()).toMatchObject([{ customerEmail: person.email }]);

  // The open form has the used idempotency key, like a form after Back.
  const key = page.locator("[name=idempotencyKey]");
  const usedKey = await key.inputValue();
  await page.locator("[name=customerWebsite]").fill("https://another.example");
  await orderButton(page).click();
  await expect(page.getByRole("alert")).toContainText(
    "You have already placed an order with this form",
  );
  await expect(page.locator("[name=customerWebsite]")).toHaveValue("https://another.example");
  expect(await key.inputValue()).not.toBe(usedKey);
  expect(await orders()).toHaveLength(1);
});

test("Back from the provider leads to a form that corrects and pays the same order, and another order is an explicit choice", async ({
  page,
}) => {
  await choosePlan(page, "Basic");
  await giveAccount(page, newPerson());
  await orderPlan(page, "Ada Feild");
  await page.goBack();
  const name = page.locator("[name=customerName]");
  await expect(name).toHaveValue("Ada Feild");
  const orders = async () => (await page.request.get("/api/orders")).json();
  // Some browsers load the form anew, and others show the sent form.
  await page.reload();
  await expect(page.getByText("This form goes on with that order")).toBeVisible();
  await name.fill("Ada Field");
  await page.getByRole("button", { name: "Go on and pay $149.00" }).click();
  await page.waitForURL(atProvider);
  const [order, ...others] = await orders();
  expect([order.customerName, others]).toEqual(["Ada Field", []]);
  await page.goto(`/my-order/${order._id}`);
  await page.getByRole("link", { name: "Correct your order" }).click();
  await page.locator("[name=customerCity]").fill("Oslo");
  await page.getByRole("button", { name: "Save and go on" }).click();
  await expect(page.getByText("Your order is corrected.")).toBeVisible();
  await expect(page.getByText("1 Long Acre, Fairfield, Oslo")).toBeVisible();

  await choosePlan(page, "Basic");
  await page.getByRole("button", { name: "Order a second time" }).click();
  await page.waitForURL(atProvider);
  expect(await orders()).toHaveLength(2);
});

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
  await expect(page.getByRole("link", { name: "Forgot password?" })).toBeVisible();
  await expect(page.locator("[name=email]")).toHaveValue(person.email);
  await expect(page.locator("[name=customerName]")).toHaveValue("Ada Field");
  await password.fill("a wrong password");
  await orderButton(page).click();
  await expect(password).toHaveAccessibleDescription(/Incorrect email or password/);
  await password.fill(person.password);
  await orderButton(page).click();
  await page.waitForURL(atProvider);
});

test("an order form orders nothing for another account or after the end of the session, and keeps its text", async ({
  page,
  context,
}) => {
  const person = await registerSomebody(page);
  await choosePlan(page, "Basic");
  await giveDetails(page, "Ada Field");
  await context.clearCookies();
  await registerSomebody(page);
  await orderButton(page).click();
  await expect(page.getByText(/another account .* so nothing was ordered/)).toBeVisible();
  expect(await (await page.request.get("/api/orders")).json()).toEqual([]);

  await context.clearCookies();
  await orderButton(page).click();
  const told = page.getByText("You were signed out, so nothing was ordered.");
  await expect(told).toContainText("What you typed is still here");
  await expect(page.locator("[name=customerName]")).toHaveValue("Ada Field");
  await giveAccount(page, person);
  await orderButton(page).click();
  await page.waitForURL(atProvider);
  await page.goto("/pending-order");
  // The heading, the order and its next step.
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("row").nth(1)).toContainText("Ada Field");
});

test("an order form whose plan has a new price or was removed orders nothing and says why", async ({
  page,
  furrow,
}) => {
  const admin = await adminOf(furrow);
  const { _id: _, ...basic } = (await admin.call<Plan[]>("GET", "/pricings"))[0] as Plan;
  const plan = { ...basic, packageName: "Almanac", packagePrice: "100" };
  const { _id } = await admin.call<Plan>("POST", "/add-pricing", plan);
  const person = await registerSomebody(page);
  await page.goto(`/order-now/${_id}`);
  await giveDetails(page, person.name);
  await admin.call("PUT", `/pricing/${_id}`, { ...plan, packagePrice: "159" });
  await orderButton(page).click();
  const told = page.getByRole("alert");
  await expect(told).toContainText("has changed to $159.00. Nothing was ordered.");
  await expect(page.locator("[name=packagePrice]")).toHaveValue("159");
  await orderButton(page).click();
  await page.waitForURL(atProvider);
  await expect(page.locator("main")).toContainText("159.00 USD");

  // The form links to the unpaid order of the plan.
  await page.goto(`/order-now/${_id}`);
  await expect(page.getByText("You have an unpaid order of Almanac from")).toBeVisible();
  await giveDetails(page, person.name);
  await page.locator("[name=customerWebsite]").fill("https://another.example");
  await admin.call("DELETE", `/pricing/${_id}`);
  await orderButton(page).click();
  const gone = page.getByText("This plan is no longer available, so nothing was ordered.");
  await expect(gone).toBeVisible();
  expect((await page.goto(`/order-now/${_id}`))?.status()).toBe(404);
});

interface Plan {
  readonly _id: string;
}
