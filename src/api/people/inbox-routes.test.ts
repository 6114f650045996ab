import { afterAll, beforeAll, expect, test } from "vitest";
import { letter } from "../../../tests/support/mail/inbox.ts";
import { type Caller, openSite, type TestSite } from "../../../tests/support/servers/site.ts";

let site: TestSite;
let admin: Caller;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
});

afterAll(() => site.close());

test("a message is sent, read, marked as read, listed and deleted by the calls of the specification", async () => {
  const sent = await site.call("POST", "/api/add-message", { ...letter, messageStatus: "Read" });
  expect(sent.status).toBe(201);
  const message = await sent.json();
  expect(message).toMatchObject({ ...letter, messageStatus: "UnRead" });
  const path = `/api/message/${message._id}`;
  expect(await (await admin.call("GET", path)).json()).toEqual(message);
  const marked = await admin.call("PUT", path, { messageStatus: "Read" });
  expect(await marked.json()).toEqual({ ...message, messageStatus: "Read" });
  const listed = await admin.call("GET", "/api/messages");
  expect(await listed.json()).toEqual([{ ...message, messageStatus: "Read" }]);

  const deleted = await admin.call("DELETE", path);
  expect(deleted.status).toBe(200);
  expect(await deleted.json()).toMatchObject({ _id: message._id });
  expect((await admin.call("GET", path)).status).toBe(404);
  expect((await admin.call("DELETE", path)).status).toBe(404);
  expect(await (await admin.call("GET", "/api/messages")).json()).toEqual([]);
});

test("a list of 1,203 subscribers is returned whole, as a page or as CSV", async () => {
  const count = 1203;
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `subscriber-${String(index).padStart(5, "0")}`,
    email: `reader${index}@example.com`,
    email_key: `reader${index}@example.com`,
    subscribed_at: index,
    confirmed_at: index,
    removed_at: null,
  }));
  await site.services.database.write((tx) => tx.insertInto("subscribers").values(rows).execute());
  const whole = await (await admin.call("GET", "/api/subscribers")).json();
  expect(whole).toEqual(rows.map(({ id, email }) => ({ _id: id, subemail: email })));
  const part = await admin.call("GET", `/api/subscribers?after=${rows[499]?.id}&limit=501`);
  expect(await part.json()).toEqual(whole.slice(500, 1001));

  const file = await admin.call("GET", "/api/subscribers.csv");
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toContain("subscribers.csv");
  expect((await file.text()).split("\r\n")).toHaveLength(count + 2);
});

test("another site can send the form to unsubscribe, but no other public form", async () => {
  const form = "application/x-www-form-urlencoded";
  const post = (path: string, headers: Record<string, string>) =>
    site.raw(path, { method: "POST", headers: { "content-type": form, ...headers }, body: "a=b" });
  const refused = ["/contact", "/contact-us", "/subscribe", "/confirm-subscription"];
  for (const path of [...refused, "/api/add-message", "/api/add-subscriber", "/unsubscribe/x"]) {
    expect((await post(path, { origin: "https://evil.example" })).status, path).toBe(403);
    expect((await post(path, { origin: "null" })).status, path).toBe(403);
    expect((await post(path, { cookie: "furrow-session=x" })).status, path).toBe(403);
  }
  // This site has no pages, so a request that passes the origin check gets 404.
  expect((await post("/unsubscribe", { origin: "https://mail.example" })).status).toBe(404);
  expect((await post("/unsubscribe", {})).status).toBe(404);
});

test("messages over the rate limit are refused with the time to wait", async () => {
  const strict = await openSite({ RATE_LIMIT_FACTOR: "1" });
  const send = () => strict.call("POST", "/api/add-message", letter);
  for (let sent = 0; sent < 5; sent++) expect((await send()).status).toBe(201);
  const refused = await send();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ status: 429, title: "Slow down" });
  await strict.close();
});

test("an invalid message is refused at its field", async () => {
  for (const [path, wrong] of [
    ["email", "ann"],
    ["name", "Ann\r\nBcc: eve@example.com"],
    ["subject", "Hi\nBcc: eve@example.com"],
    ["message", "  "],
    ["message", "a\u0000b"],
    ["name", "\ud800"],
    ["message", "x".repeat(10_001)],
    ["name", ["Ann"]],
  ] as const) {
    const answer = await site.call("POST", "/api/add-message", { ...letter, [path]: wrong });
    expect([path, answer.status]).toEqual([path, 400]);
    expect(await answer.json()).toMatchObject({ errors: [{ path }] });
  }
});
