import type { Browser } from "@playwright/test";
import { expect, test } from "../../support/browser/journey.ts";
import { signInOnce } from "../../support/browser/panel.ts";
import {
  choosePlan,
  giveDetails,
  orderButton,
  orderPlan,
  registerSomebody,
  signIn,
} from "../../support/browser/purchase.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";

// A separate site, because its plans change during the test.
test.use({ furrowSettings: { OWNER_EMAIL: "plans@furrow.example" } });

interface Plan {
  readonly _id: string;
  readonly packageName: string;
}

async function openOwner(browser: Browser, furrow: FurrowServer) {
  const page = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(page, furrow);
  const headers = { origin: furrow.url };
  const planNamed = async (name: string): Promise<Plan> => {
    const plans: Plan[] = await (await page.request.get("/api/pricings")).json();
    const plan = plans.find(({ packageName }) => packageName === name);
    if (plan === undefined) throw new Error(`There is no plan ${name}.`);
    return plan;
  };
  return {
    async setPrice(name: string, packagePrice: string) {
      const { _id, ...plan } = await planNamed(name);
      const data = { ...plan, packagePrice };
      const answer = await page.request.put(`/api/pricing/${_id}`, { headers, data });
      expect(answer.ok()).toBe(true);
    },
    async withdraw(name: string) {
      const { _id } = await planNamed(name);
      const answer = await page.request.delete(`/api/pricing/${_id}`, { headers });
      expect(answer.ok()).toBe(true);
    },
    close: () => page.close(),
  };
}

test("the order form of a plan links to the customer's unpaid order of the plan", async ({
  page,
}) => {
  const person = await registerSomebody(page);
  await choosePlan(page, "Standard");
  const unpaid = page.getByText("You have an unpaid order of Standard from");
  await expect(unpaid).toHaveCount(0);
  await expect(page.locator("[name=customerEmail]")).toHaveValue(person.email);
  await expect(page.locator("[name=customerEmail]")).toBeDisabled();
  await orderPlan(page, person.name);
  const payPath = new URL(page.url()).pathname;
  await page.goto("/pending-order");
  const row = page.getByRole("row").nth(1);
  await expect(row).toContainText("$299.00 USD");
  await expect(row).toContainText("Pending");
  await choosePlan(page, "Premium");
  await expect(unpaid).toHaveCount(0);
  await choosePlan(page, "Standard");
  await expect(unpaid).toBeVisible();
  await page.getByRole("link", { name: "pay for that order" }).click();
  await expect(page).toHaveURL(payPath);
});

test("an order form whose plan has a new price or was removed orders nothing and says why", async ({
  page,
  browser,
  furrow,
}) => {
  const owner = await openOwner(browser, furrow);
  const person = await registerSomebody(page);
  await choosePlan(page, "Basic");
  const formPath = new URL(page.url()).pathname;
  await giveDetails(page, person.name);
  await owner.setPrice("Basic", "159");
  const place = orderButton(page);
  await place.click();
  const told = page.getByRole("alert");
  await expect(told).toContainText("has changed to $159.00. Nothing was ordered.");
  await expect(told).toContainText("Place the order again to accept $159.00.");
  await expect(told.getByRole("link")).toHaveCount(0);
  await expect(page.locator("[name=packagePrice]")).toHaveValue("159");

  await owner.withdraw("Basic");
  await owner.close();
  const [answer] = await Promise.all([page.waitForResponse("**/order-now/**"), place.click()]);
  expect(answer.status()).toBe(404);
  const gone = page.getByText("This plan is no longer available, so nothing was ordered.");
  await expect(gone).toBeVisible();
  expect((await page.goto(formPath))?.status()).toBe(404);
  await expect(gone).toBeVisible();
  await page.getByRole("link", { name: "See the other plans" }).click();
  await expect(page).toHaveURL(/\/pricing\/?$/);
});

test("a price that changed while the customer was signed out is shown above the form, which keeps its text", async ({
  page,
  context,
  browser,
  furrow,
}) => {
  const owner = await openOwner(browser, furrow);
  const person = await registerSomebody(page);
  await choosePlan(page, "Premium");
  await giveDetails(page, person.name);
  await owner.setPrice("Premium", "519");
  await owner.close();
  await context.clearCookies();
  const place = orderButton(page);
  await place.click();
  await expect(page.getByText("You were signed out, so nothing was ordered.")).toBeVisible();
  const changed = page.getByText("The price of Premium has changed: it is now $519.00.");
  await expect(changed).toBeVisible();
  await expect(page.locator("[name=packagePrice]")).toHaveValue("519");
  await signIn(await context.newPage(), person.email, person.password);
  const address = page.locator("[name=customerAddress]");
  await address.fill("");
  await place.click();
  await expect(address).toHaveAttribute("aria-invalid", "true");
  // The form already contains the new price, so the message about the change is gone.
  await expect(changed).toHaveCount(0);
  await address.fill("1 Long Acre, Fairfield");
  await place.click();
  await page.waitForURL("**/pay-now/**");
  await expect(page.locator("main")).toContainText("To pay $519.00 USD");
});
