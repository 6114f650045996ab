import { customerDetailNames } from "../../src/platform/texts/customer-details.ts";
import { expect, test } from "../support/journey.ts";
import { signInOnce } from "../support/panel.ts";
import { choosePlan, orderButton, registerSomebody } from "../support/purchase.ts";
import { openSiteDatabase } from "../support/site-database.ts";

// Whoever adds a field to the order forgets none of the places that show, export or delete it.
const textOf = Object.fromEntries(
  customerDetailNames.map((name) => {
    const text = `marked-${name.toLowerCase()}`;
    return [name, name === "customerWebsite" ? `https://${text}.example/` : text];
  }),
);
const texts = Object.values(textOf);
/** Kept with the order of a deleted account, because tax depends on it. */
const keptTexts = [textOf.customerCountry];

test("each detail of a customer is shown and exported wherever an order is, and deleted with the account", async ({
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
  const [order] = await (await page.request.get("/api/orders")).json();
  const owner = await browser.newContext({ baseURL: furrow.url });
  const panel = await owner.newPage();
  await signInOnce(panel, furrow);
  const { user } = await (await page.request.get("/api/auth/get-session")).json();
  const textAt = async (client: typeof context, path: string) => {
    const response = await client.request.get(path);
    expect(response.status(), path).toBe(200);
    return response.text();
  };
  const places = [
    [context, "/account/profile"],
    [context, `/my-order/${order._id}`],
    [context, "/account/data"],
    [context, `/api/order/${order._id}`],
    [owner, `/admin/payment-status/${order._id}`],
    [owner, `/people/${user.id}`],
    [owner, "/api/orders/export"],
  ] as const;
  for (const [client, path] of places) {
    const text = await textAt(client, path);
    for (const detail of texts) expect(text, path).toContain(detail);
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
