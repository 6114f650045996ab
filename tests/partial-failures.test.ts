import { sql } from "kysely";
import { expect, test } from "vitest";
import { setUpToken } from "#access/admins/first-admin.ts";
import { action as setUp } from "#app/account/set-up.tsx";
import { action as orderNow } from "#app/ordering/order-now.tsx";
import { capturedLog } from "./support/captured-log.ts";
import { orderForm } from "./support/orders/shop.ts";
import { routeContext } from "./support/screens/route-context.ts";
import { openSite, type TestSite } from "./support/servers/site.ts";

const refuseRowsOf = ({ services }: TestSite, table: string) =>
  sql`create trigger refused before insert on ${sql.table(table)}
    begin select raise(abort, 'refused'); end`.execute(services.database.libraryHandle);

/** Sends a form to the action of a page; resolves to the response that the action returns or throws. */
async function submit(
  site: TestSite,
  action: typeof setUp | typeof orderNow,
  path: string,
  { cookie = "", params = {}, fields = {} }: Record<string, Record<string, string> | string>,
): Promise<Response> {
  const body = new URLSearchParams(fields);
  const headers = { cookie: String(cookie) };
  const request = new Request(`http://localhost:3000${path}`, { method: "POST", headers, body });
  const context = routeContext(site, request);
  return action({ request, context, params } as never).catch((thrown) => thrown) as never;
}

test("an order is placed even if the customer's details cannot be stored for the next order", async () => {
  const { log, text } = capturedLog();
  const site = await openSite({}, log);
  const person = { email: "ada@example.com", password: "hedgerow and barley" };
  const entered = await site.call("POST", "/api/auth/sign-up/email", person);
  const cookie = entered.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const [plan] = (await (await site.call("GET", "/api/pricings")).json()) as [{ _id: string }];
  await refuseRowsOf(site, "account_profiles");
  const fields = { ...orderForm, idempotencyKey: "key", keepDetails: "yes" };
  const params = { packageId: plan._id };
  const sent = await submit(site, orderNow, "/order-now", { cookie, params, fields });
  expect(sent).toMatchObject({ data: { handOff: { kind: "form" } } });
  const { read } = site.services.database;
  expect(await read.selectFrom("orders").select("customer_name").execute()).toHaveLength(1);
  expect(text()).toContain("could not be kept for the next one");
  await site.close();
});

test("a new first admin is redirected to the login if no session can be created", async () => {
  const site = await openSite({ ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
  await refuseRowsOf(site, "session");
  const path = `/set-up?token=${setUpToken(site.services.secret)}`;
  const fields = {
    businessName: "Meridian",
    email: "owner@example.com",
    password: "hedgerow and barley",
  };
  const made = await submit(site, setUp, path, { fields });
  expect([made.status, made.headers.get("location")]).toEqual([303, "/login?from=%2Fadmin"]);
  await site.close();
});
