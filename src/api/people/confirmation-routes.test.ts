import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Caller,
  openSite,
  type TestSite,
  testAdmin,
} from "../../../tests/support/servers/site.ts";

let site: TestSite;
let admin: Caller;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
});
afterAll(() => site.close());

async function elevenMinutesPass(): Promise<void> {
  const createdAt = new Date(Date.now() - 11 * 60_000).toISOString();
  await site.services.database.write(async (tx) => {
    await tx.updateTable("session").set({ createdAt }).execute();
    await tx.deleteFrom("session_confirmations").execute();
  });
}

const user = { userEmail: "colleague@example.com", userRole: "Writer" };

/** The calls that need a confirmation, each with a body that is valid after a confirmation. */
async function guardedCalls() {
  const [paypal] = (await (await admin.call("GET", "/api/paypal-email")).json()) as [
    { _id: string },
  ];
  const users = (await (await admin.call("GET", "/api/users")).json()) as {
    _id: string;
    userEmail: string;
  }[];
  const id = users.find(({ userEmail }) => userEmail === user.userEmail)?._id ?? "none";
  return [
    ["PUT", `/api/paypal-email/${paypal._id}`, { paypalEmail: `${Date.now()}@example.com` }],
    [
      "PUT",
      `/api/content/payment-email/${paypal._id}/draft`,
      { values: { paypalEmail: "a@b.no" } },
    ],
    ["POST", "/api/add-user", { userEmail: `${Date.now()}@example.com` }],
    ["PUT", `/api/upadete-users/${id}`, { ...user, userRole: "Editor" }],
    ["POST", `/api/users/${id}/invitation`, {}],
    ["DELETE", `/api/users/${id}`, undefined],
  ] as const;
}

test("calls about payments and people answer 403 with confirmationRequired until the session has confirmed", async () => {
  expect((await admin.call("POST", "/api/add-user", user)).status).toBe(201);
  const guarded = await guardedCalls();
  await elevenMinutesPass();
  const before = await site.services.database.read.selectFrom("audit_log").selectAll().execute();
  for (const [method, path, body] of guarded) {
    const answer = await admin.call(method, path, body);
    expect([method, path, answer.status]).toEqual([method, path, 403]);
    expect(await answer.json()).toMatchObject({ confirmationRequired: true });
  }
  const after = await site.services.database.read.selectFrom("audit_log").selectAll().execute();
  expect(after).toEqual(before);
  const { password } = testAdmin;
  const confirmed = await admin.call("POST", "/api/auth/confirm", { password });
  expect(confirmed.status).toBe(200);
  const { confirmedUntil } = (await confirmed.json()) as { confirmedUntil: string };
  expect(Date.parse(confirmedUntil) - Date.now()).toBeGreaterThan(9 * 60_000);
  for (const [method, path, body] of guarded) {
    const answer = await admin.call(method, path, body);
    expect([method, path, answer.status < 300]).toEqual([method, path, true]);
  }
});

test("reading orders, users, messages and the payment email needs no confirmation", async () => {
  await elevenMinutesPass();
  for (const path of ["/api/orders", "/api/users", "/api/messages", "/api/paypal-email"]) {
    expect((await admin.call("GET", path)).status).toBe(200);
  }
});

test("a wrong password confirms nothing and names its field", async () => {
  await elevenMinutesPass();
  const answer = await admin.call("POST", "/api/auth/confirm", { password: "not the password" });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: [{ path: "password" }] });
  expect((await admin.call("POST", "/api/add-user", user)).status).toBe(403);
});
