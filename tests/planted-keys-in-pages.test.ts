import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPageSite } from "./support/screens/page-site.ts";
import { pageTable } from "./support/screens/page-table.ts";
import { secretSearch } from "./support/secrets/forms-of-secret.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, logIn, orderBy, WebClient } from "./support/servers/web-client.ts";
import { scaled } from "./support/time-limits.ts";

// `planted-keys.test.ts` searches what calls, logs and files contain; this test searches the pages,
// their data and the exports of a server whose providers repeat their keys.

const plants = {
  "secret key of Stripe": "sk_live_Quince7291StripeKey",
  "webhook secret of Stripe": "whsec_Quince3307Hook",
  "client id of PayPal": "Quince5518-Client_Id",
  "client secret of PayPal": "Quince4482/Client+Secret=",
  "webhook id of PayPal": "QUINCE9920HOOK",
  "password of the mail server": "Quince 6640/Mail+Pass&word",
};
const echo = fileURLToPath(new URL("./support/secrets/echoing-providers.ts", import.meta.url));

let furrow: FurrowServer;
beforeAll(async () => {
  furrow = await startFurrow({
    NODE_OPTIONS: `--import ${echo}`,
    ECHO_PROVIDERS: "yes",
    LOG_LEVEL: "debug",
    PAYMENTS: "stripe,paypal",
    STRIPE_SECRET_KEY: plants["secret key of Stripe"],
    STRIPE_WEBHOOK_SECRET: plants["webhook secret of Stripe"],
    PAYPAL_CLIENT_ID: plants["client id of PayPal"],
    PAYPAL_CLIENT_SECRET: plants["client secret of PayPal"],
    PAYPAL_WEBHOOK_ID: plants["webhook id of PayPal"],
    SMTP_URL: `smtp://mailer:${encodeURIComponent(plants["password of the mail server"])}@127.0.0.1:1`,
    MAIL_FROM: "shop@example.com",
  });
});
afterAll(() => furrow.stop());

test("keys of the environment stand in no page, no data of a page, no export and no log", {
  timeout: scaled(60_000),
}, async () => {
  const site = await openPageSite(furrow);
  const search = secretSearch(plants);
  const [admin, customer] = [
    await adminOf(furrow),
    await logIn(furrow.url, "customer@example.com"),
  ];
  const orderId = await orderBy(customer);
  for (const way of ["card", "paypal"]) {
    const paying = await fetch(`${furrow.url}/pay-now/${orderId}`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: furrow.url, cookie: customer.cookie },
      body: new URLSearchParams({ way }),
    });
    search.look(`paying by ${way}`, await paying.text());
    search.look(`headers of paying by ${way}`, JSON.stringify([...paying.headers]));
    expect(paying.headers.get("location")).toBeNull();
  }
  expect(furrow.output()).toContain("did not start a payment");
  const patterns = Object.keys(pageTable);
  const paths = await Promise.all(patterns.map((path) => site.addressOf(path)));
  const lists = ["messages", "mails", "people", "payments", "site-checks"];
  const exports = [...lists.map((list) => `/admin/csv/${list}`), "/api/orders/export"];
  let looks = 0;
  const look = async (client: WebClient, path: string) => {
    const { status, text, headers } = await client.see(path);
    search.look(path, text);
    search.look(`headers of ${path}`, JSON.stringify([...headers]));
    // The output keeps the last lines only.
    if (++looks % 20 === 0) search.look("log", furrow.output());
    return status;
  };
  let shown = 0;
  for (const path of [...paths, ...exports, "/nothing-grows-here"]) {
    if ((await look(admin, path)) === 200) shown++;
    // Pictures and exports are no pages, so they have no data of their own.
    const isPage = !path.endsWith(".png") && !exports.includes(path);
    if (isPage) await look(admin, `${path === "/" ? "/_root" : path}.data`);
  }
  // One rule refuses all pages of a kind, so each kind of refusal is seen once.
  for (const person of ["customer", "visitor"] as const) {
    const client = person === "visitor" ? new WebClient(furrow.url) : customer;
    const refused = new Set<string>();
    for (const [index, pattern] of patterns.entries()) {
      const outcome = String(pageTable[pattern]?.[person]);
      if (outcome !== "200" && refused.has(outcome)) continue;
      refused.add(outcome);
      await look(client, paths[index] ?? pattern);
    }
    expect(refused.size).toBeGreaterThan(2);
  }
  search.look("log", furrow.output());
  search.look("database", await readFile(join(furrow.dataDirectory, "furrow.db")));

  expect(search.found()).toEqual([]);
  expect(shown).toBeGreaterThan(60);
  expect(furrow.output()).toContain("answered");
});
