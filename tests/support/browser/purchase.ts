import type { Page } from "@playwright/test";
import { newPerson } from "./journey.ts";

interface Person {
  readonly email: string;
  readonly password: string;
}

type PlanName = "Basic" | "Standard" | "Premium";

/** Navigates from the landing page to the order form. */
export async function choosePlan(page: Page, plan: PlanName) {
  await page.goto("/");
  await planLink(page, plan).click();
  await page.waitForURL("**/order-now/**");
}

/** The link on the landing page to the order form of a plan. */
export function planLink(page: Page, plan: PlanName) {
  const heading = page.getByRole("heading", { name: plan });
  return page.locator("#pricing article").filter({ has: heading }).getByRole("link");
}

export async function registerHere(page: Page, { email, password }: Person) {
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.getByRole("button", { name: "Register" }).click();
  await page.waitForURL((url) => url.pathname !== "/register");
}

export async function signIn(page: Page, email: string, password: string) {
  await page.goto("/login");
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/dashboard");
}

export async function giveAccount(page: Page, { email, password }: Person) {
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(password);
}

export async function giveDetails(page: Page, name: string) {
  await page.locator("[name=customerName]").fill(name);
  await page.locator("[name=customerAddress]").fill("1 Long Acre, Fairfield");
  await page.locator("[name=customerCountry]").fill("Norway");
}

/** Orders with one button, which leads to the payment provider. */
export async function orderPlan(page: Page, name: string) {
  await giveDetails(page, name);
  await orderButton(page).click();
  await page.waitForURL(atProvider);
}

/** Address of the payment page of the provider. */
export const atProvider = /\/(cgi-bin\/webscr|checkoutnow)/;

export function orderButton(page: Page) {
  return page.getByRole("button", { name: /^(Order|Go on) and pay \$/ });
}

/** Origin of the test's site, to which Playwright resolves relative addresses. */
async function originOf(page: Page): Promise<string> {
  return new URL((await page.request.get("/readyz")).url()).origin;
}

/** Posts JSON as the site's own scripts do. `path` is relative. */
async function send(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(path, {
    headers: { origin: await originOf(page) },
    data,
  });
  if (!answer.ok()) throw new Error(`${path} was refused: ${await answer.text()}`);
}

/** Signs in without the form; the page stays where it is. */
export async function signInWithoutForm(page: Page, { email, password }: Person): Promise<void> {
  await send(page, "/api/auth/sign-in/email", { email, password });
}

/** Registers a new customer without the form, and signs them in. */
export async function registerSomebody(page: Page) {
  const person = newPerson();
  await send(page, "/api/auth/sign-up/email", person);
  return person;
}

/** Registers a new customer and places an order without the forms, then opens the payment page. */
export async function orderAsSomebody(page: Page, plan: PlanName) {
  const person = await registerSomebody(page);
  await orderAgain(page, person.name, plan);
  await page.goto("/pending-order");
  return person;
}

export async function goToProvider(page: Page) {
  await page.getByRole("button", { name: "Pay Now With Paypal" }).click();
  await page.waitForURL(atProvider);
}

export async function payAs(page: Page, outcome: string) {
  await page.locator("select[name=outcome]").selectOption(outcome);
  await page.getByRole("button", { name: "Pay now" }).click();
  await page.waitForURL("**/received-payment/**");
}

/**
 * Clicks a button that cancels, and expects the toast that the page shows before the redirect to
 * the dashboard.
 */
export async function cancelBy(page: Page, button: "Cancel and return" | "Cancel this order") {
  const isShown = page.getByText("You have cancelled the payment").waitFor();
  // The page shows the message for only 1.5 seconds, so the next page waits until it was seen.
  await page.route("**/dashboard", (route) => isShown.then(() => route.continue()));
  await Promise.all([isShown, page.getByRole("button", { name: button }).click()]);
  await page.waitForURL("**/dashboard");
}

/** Places another order of the signed-in customer without the form. */
export async function orderAgain(page: Page, customerName: string, plan: PlanName = "Basic") {
  const where = { customerAddress: "1 Long Acre, Fairfield", customerCountry: "Norway" };
  await send(page, "/api/new-order", { packageName: plan, customerName, ...where });
}
