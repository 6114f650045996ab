import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import {
  type Caller,
  openSite,
  orderBy,
  type TestSite,
} from "../../../tests/support/servers/site.ts";
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

test("an event stream ends when its key is revoked", async () => {
  const orderId = await orderBy(admin);
  const { _id, key } = await createKey();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const stream = await send(key, "GET", `/api/order/${orderId}/changes`);
  expect(stream.status).toBe(200);
  const ended = stream.text();
  expect((await admin.call("DELETE", `/api/api-keys/${_id}`)).status).toBe(200);
  await vi.advanceTimersByTimeAsync(checkMs + 1);
  expect(await ended).toMatch(/^retry/);
});
