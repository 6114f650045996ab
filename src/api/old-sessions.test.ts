import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callTable } from "../../tests/support/rights/authorisation-table.ts";
import { type MatrixSite, openMatrixSite } from "../../tests/support/rights/matrix-site.ts";
import { sensitiveUses } from "../../tests/support/rights/sensitive-table.ts";
import { type Caller, testAdmin } from "../../tests/support/servers/site.ts";
import { scaled } from "../../tests/support/time-limits.ts";
import { blocks } from "../content/model/blocks.ts";
import type { Block } from "../content/model/define.ts";

let site: MatrixSite;
let admin: Caller;

beforeAll(async () => {
  site = await openMatrixSite();
  admin = await site.site.admin();
});
afterAll(() => site.close());

/** The payment email is the block whose changes are sensitive; the banner stands for all others. */
const calls = [blocks.banner as Block, blocks.paymentEmail as Block].flatMap((block) =>
  block.calls.flatMap(({ list, read, update, create }) =>
    [
      ...list.map((path) => `GET /api${path}`),
      `GET /api${read}/{id}`,
      `PUT /api${update}/{id}`,
      `DELETE /api${read}/{id}`,
      `POST /api${create}`,
    ].map((call) => [call, block] as const),
  ),
);

/** REST calls; a block's calls with the block. */
const everyCall: readonly (readonly [call: string, block: Block | null])[] = [
  ...calls,
  ...Object.keys(callTable).map((call) => [call, null] as const),
];

const blockOf = (call: string) => everyCall.find(([one]) => one === call)?.[1] ?? null;

const sensitiveCalls = Object.values(sensitiveUses).flatMap(({ calls }) => calls);

/** Calls whose body holds a password or a token, which proves more than an old session does. */
const proves = (call: string) =>
  /^POST \/api\/(auth\/(sign-|reset-password|confirm)|company-invitation)/.test(call);

async function minutesPass(minutes: number): Promise<void> {
  const createdAt = new Date(Date.now() - minutes * 60_000).toISOString();
  await site.site.services.database.write(async (tx) => {
    await tx.updateTable("session").set({ createdAt }).execute();
    await tx.deleteFrom("session_confirmations").execute();
  });
}

/** Everything that opens an account, directs emails or payments, or says who sees what. */
async function credentials(): Promise<unknown> {
  const stored = await site.everythingStored();
  const tables = [
    "user",
    "account",
    "user_records",
    "invitations",
    "twoFactor",
    "passkey",
    "api_keys",
    "settings",
    "companies",
    "company_people",
    "company_invitations",
    "calendar_feeds",
    "order_password_showings",
    "verification",
  ];
  const payees = (stored.content_records as { block: string }[]).filter(
    ({ block }) => block === "payment-email",
  );
  const orders = stored.orders as { id: string; company_id: string }[];
  const company = orders.find(({ id }) => id === site.orderId)?.company_id;
  expect(tables.filter((table) => stored[table] === undefined)).toEqual([]);
  return [tables.map((table) => [table, stored[table]]), payees, company];
}

describe("A session of fifty minutes", { timeout: scaled(60_000) }, () => {
  test("of an owner is asked to confirm by exactly the calls of the table, and changes no credential by any call", async () => {
    await site.statusOf("POST /api/order/{id}/payments", "admin", null);
    await site.statusOf("POST /api/order/{id}/passwords", "customer", null);
    await minutesPass(50);
    const before = await credentials();
    const asking: string[] = [];
    for (const [call, block] of everyCall) {
      if (proves(call) || call.endsWith("/sign-out")) continue;
      const { status, text } = await site.answerOf(call, admin, block);
      if (status === 403 && text.includes('"confirmationRequired":true')) asking.push(call);
    }
    expect(asking.toSorted()).toEqual(sensitiveCalls.toSorted());
    const [paypal] = await (await admin.call("GET", "/api/paypal-email")).json();
    const draft = `/api/content/payment-email/${paypal._id}/draft`;
    const drafted = await admin.call("PUT", draft, { values: { paypalEmail: "eve@example.com" } });
    expect(await drafted.json()).toMatchObject({ status: 403, confirmationRequired: true });
    expect(await credentials()).toEqual(before);
  });

  test("of an owner who confirms may make the calls of the table", async () => {
    await minutesPass(50);
    const { password } = testAdmin;
    const confirmed = await admin.call("POST", "/api/auth/confirm", { password });
    const { confirmedUntil } = (await confirmed.json()) as { confirmedUntil: string };
    expect(Date.parse(confirmedUntil)).toBeGreaterThan(Date.now());
    for (const call of sensitiveCalls) {
      const { text } = await site.answerOf(call, admin, blockOf(call));
      expect([call, text.includes("confirmationRequired")]).toEqual([call, false]);
    }
  });
});
