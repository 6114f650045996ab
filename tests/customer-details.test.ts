import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { customerDetailNames } from "#platform/texts/customer-details.ts";
import { openSiteDatabase } from "./support/databases/site-database.ts";
import { restPayment } from "./support/orders/rest-order.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, register } from "./support/servers/web-client.ts";

// The texts cover every field of the order form, so the test fails when a page, an export or a
// deletion misses a new field.
const textOf = Object.fromEntries(
  customerDetailNames.map((name) => {
    const text = `marked-${name.toLowerCase()}`;
    return [name, name === "customerWebsite" ? `https://${text}.example/` : text];
  }),
);
const texts = Object.values(textOf);

let furrow: FurrowServer;
beforeAll(async () => {
  furrow = await startFurrow();
});
afterAll(() => furrow.stop());

test("each customer detail is in every page and export of an order, and only the country stays after the account is deleted", async () => {
  const customer = await register(furrow.url, "ada@example.com");
  const admin = await adminOf(furrow);
  const place = () =>
    customer.call<{ _id: string }>("POST", "/new-order", { packageName: "Basic", ...textOf });
  const [{ _id: unpaid }, { _id: paid }] = [await place(), await place()];
  await admin.call("POST", `/order/${paid}/payments`, restPayment(), { "idempotency-key": "paid" });
  const send = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(furrow.url + path, {
      method: "POST",
      redirect: "manual",
      headers: { origin: furrow.url, cookie: customer.cookie },
      body: new URLSearchParams(fields),
    });
    expect([path, answer.status]).toEqual([path, 303]);
  };
  await send("/account/profile", textOf);
  const { user } = await customer.call<{ user: { id: string } }>("GET", "/auth/get-session");

  const sentAt = async (client: typeof admin, path: string) => (await client.see(path)).text;
  // Reads the visible text, because a page's data can hold more details than the page shows.
  const shownAt = async (client: typeof admin, path: string) =>
    (await sentAt(client, path)).replace(/<script.*?<\/script>/gs, "").replace(/<[^>]*>/g, "");
  const places = {
    "the order to pay": await shownAt(customer, `/pay-now/${unpaid}`),
    "the receipt": await shownAt(customer, `/my-order/${paid}`),
    "the profile": await sentAt(customer, "/account/profile"),
    "the download": await sentAt(customer, "/account/data"),
    "the REST call": await sentAt(customer, `/api/order/${paid}`),
    "the order in the panel": await shownAt(admin, `/admin/payment-status/${paid}`),
    "the customer in the panel": await shownAt(admin, `/people/${user.id}`),
    "the CSV of orders": await sentAt(admin, "/api/orders/export"),
  };
  const missing = Object.entries(places).flatMap(([where, text]) =>
    texts.filter((detail) => !text.includes(detail)).map((detail) => `${detail} in ${where}`),
  );
  expect(missing).toEqual([]);

  await send("/account/delete", { password: "hedgerow and barley", understood: "yes" });
  const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"), { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  const stored = JSON.stringify(
    tables.map(({ name }) => database.prepare(`select * from "${name}"`).all()),
  );
  database.close();
  // Tax returns need the country.
  expect(texts.filter((detail) => stored.includes(detail))).toEqual([textOf.customerCountry]);
});
