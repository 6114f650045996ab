import { customerDetailNames } from "#platform/texts/customer-details.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { signInOnce } from "../../support/browser/panel.ts";
import {
  choosePlan,
  goToProvider,
  orderButton,
  payAs,
  registerSomebody,
} from "../../support/browser/purchase.ts";
import { openSiteDatabase } from "../../support/databases/site-database.ts";

// The texts cover every field of the order form, so the test fails when a page, an export or a
// deletion misses a new field.
const textOf = Object.fromEntries(
  customerDetailNames.map((name) => {
    const text = `marked-${name.toLowerCase()}`;
    return [name, name === "customerWebsite" ? `https://${text}.example/` : text];
  }),
);
const texts = Object.values(textOf);
/**
 * Texts that stay with the orders of a deleted account: only the country, because tax returns need
 * the country.
 */
const keptTexts = [textOf.customerCountry];

test("each customer detail is in every page and export of an order, and only the country stays after the account is deleted", async ({
  page,
  context,
  browser,
  furrow,
}) => {
  const person = await registerSomebody(page);
  await choosePlan(page, "Basic");
  for (const name of customerDetailNames) {
    await page.locator(`[name=${name}]`).fill(textOf[name] ?? "");
  }
  await page.getByLabel(/^Keep these details/).check();
  await orderButton(page).click();
  await page.waitForURL("**/pay-now/**");
  const toPay = await page.locator("main").innerText();
  const [order] = await (await page.request.get("/api/orders")).json();
  const owner = await browser.newContext({ baseURL: furrow.url });
  const panel = await owner.newPage();
  await signInOnce(panel, furrow);
  const { user } = await (await page.request.get("/api/auth/get-session")).json();
  const sentAt = async (client: typeof context, path: string) =>
    (await client.request.get(path)).text();
  // Reads the visible text, because a screen's data can hold more details than the screen shows.
  const shownAt = async (tab: typeof page, path: string) => {
    await tab.goto(path);
    return tab.locator("main").innerText();
  };
  await goToProvider(page);
  await payAs(page, "completed");
  await page.getByRole("heading", { name: "You Have Paid" }).waitFor();
  const places = {
    "the order to pay": toPay,
    "the receipt": await shownAt(page, `/my-order/${order._id}`),
    "the profile": await sentAt(context, "/account/profile"),
    "the download": await sentAt(context, "/account/data"),
    "the REST call": await sentAt(context, `/api/order/${order._id}`),
    "the order in the panel": await shownAt(panel, `/admin/payment-status/${order._id}`),
    "the customer in the panel": await shownAt(panel, `/people/${user.id}`),
    "the CSV of orders": await sentAt(owner, "/api/orders/export"),
  };
  for (const [place, text] of Object.entries(places)) {
    for (const detail of texts) expect(text, place).toContain(detail);
  }

  await page.goto("/account/delete");
  await page.locator("[name=password]").fill(person.password);
  await page.locator("[name=understood]").check();
  await page.getByRole("button", { name: /^Delete/ }).click();
  await page.waitForURL((url) => url.pathname !== "/account/delete");
  const database = openSiteDatabase(`${furrow.dataDirectory}/furrow.db`, { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  const stored = JSON.stringify(
    tables.map(({ name }) => database.prepare(`select * from "${name}"`).all()),
  );
  database.close();
  expect(texts.filter((detail) => stored.includes(detail))).toEqual(keptTexts);
  await owner.close();
});
