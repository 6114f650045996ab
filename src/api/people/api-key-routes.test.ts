import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Caller, openSite, type TestSite } from "../../../tests/support/servers/site.ts";
import { checkMs } from "../orders/order-change-routes.ts";

let site: TestSite;
let admin: Caller;
let cookie: string;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
  cookie = await site.cookieOfAdmin();
});
afterAll(() => site.close());

let forms = 0;

async function createKey(form: object = {}, caller: Caller = admin) {
  forms += 1;
  const answer = await caller.call(
    "POST",
    "/api/api-keys",
    { name: "Export", access: "all", ...form },
    { "idempotency-key": `form-${forms}` },
  );
  expect(answer.status).toBe(201);
  return (await answer.json()) as { _id: string; key: string };
}

const send = (key: string, method: string, path: string, body?: unknown, headers = {}) =>
  site.raw(path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

test("a key reads and writes without a cookie and from any origin, and cookies beside the key are ignored", async () => {
  const { key } = await createKey();
  expect((await send(key, "GET", "/api/orders")).status).toBe(200);
  const banner = { origin: "https://other.example", cookie };
  const made = await send(key, "POST", "/api/content/service-item/draft", { values: {} }, banner);
  expect(made.status).toBe(201);
  // With a wrong key, the server does not fall back to the session cookie.
  expect((await send("furrow_wrong", "GET", "/api/messages", undefined, { cookie })).status).toBe(
    401,
  );
  // A cookie alone does not allow the same request from another site.
  const forged = await site.raw("/api/content/service-item/draft", {
    method: "POST",
    headers: { cookie, origin: "https://other.example", "content-type": "application/json" },
    body: "{}",
  });
  expect(forged.status).toBe(403);
});

test("a change with a key is in the audit log with the name of the key", async () => {
  const { key } = await createKey({ name: "Night job" });
  await send(key, "POST", "/api/content/service-item/draft", { values: {} });
  const entry = await site.services.database.read
    .selectFrom("audit_log")
    .select(["author", "key_name"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  expect(entry).toMatchObject({ author: "owner@example.com", key_name: "Night job" });
});

test("a key cannot manage keys, passkeys, people, payments and settings, and cannot make a confirmation", async () => {
  const { key, _id } = await createKey();
  const [paypal] = (await (await send(key, "GET", "/api/paypal-email")).json()) as [
    { _id: string },
  ];
  for (const [method, path, body] of [
    ["GET", "/api/api-keys", undefined],
    ["POST", "/api/api-keys", { name: "Another" }],
    ["DELETE", `/api/api-keys/${_id}`, undefined],
    ["POST", "/api/auth/confirm", { password: "a long and rather dull password" }],
    ["POST", "/api/auth/confirm/passkey-options", {}],
    ["POST", "/api/auth/passkeys/creation-options", { password: "x" }],
    ["POST", "/api/add-user", { userEmail: "thief@example.com" }],
    ["PUT", `/api/paypal-email/${paypal._id}`, { paypalEmail: "thief@example.com" }],
    ["PUT", "/api/settings", {}],
  ] as const) {
    const answer = await send(key, method, path, body);
    expect([method, path, answer.status]).toEqual([method, path, 403]);
  }
});

test("a key that only reads gets 403 for every call that writes", async () => {
  const { key } = await createKey({ access: "read" });
  const document = await (await site.call("GET", "/api/openapi.json")).json();
  const writes = Object.entries(document.paths as Record<string, Record<string, object>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([method, call]) => method !== "get" && JSON.stringify(call).includes('"session"'))
        .map(([method]) => [method.toUpperCase(), path.replace(/\{\w+\}/g, "x")] as const),
  );
  expect(writes.length).toBeGreaterThan(100);
  for (const [method, path] of writes) {
    const answer = await send(key, method, path, {});
    expect([method, path, answer.status]).toEqual([method, path, 403]);
  }
});

test("an event stream ends when its key is revoked", async () => {
  const placed = await admin.call(
    "POST",
    "/api/new-order",
    {
      packageName: "Basic",
      customerName: "Ada",
      customerAddress: "1 Long Acre",
      customerCountry: "Norway",
    },
    { "idempotency-key": "order-of-stream" },
  );
  const { _id: orderId } = (await placed.json()) as { _id: string };
  const { _id, key } = await createKey();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const stream = await send(key, "GET", `/api/order/${orderId}/changes`);
    expect(stream.status).toBe(200);
    const text = stream.text();
    expect((await admin.call("DELETE", `/api/api-keys/${_id}`)).status).toBe(200);
    await vi.advanceTimersByTimeAsync(checkMs + 1);
    vi.useRealTimers();
    const ended = await Promise.race([text.then(() => true), sleep(20_000).then(() => false)]);
    expect(ended).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
