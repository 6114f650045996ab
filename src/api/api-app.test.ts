import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restOrder } from "../../tests/support/orders/rest-order.ts";
import { type Caller, openSite, type TestSite } from "../../tests/support/servers/site.ts";

let site: TestSite;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const json = { "content-type": "application/json" };
const post = (path: string, body: BodyInit, headers: HeadersInit = json) =>
  site.raw(path, { method: "POST", body, headers });

describe("Invalid input", () => {
  test("gets problem details with a request id and without a stack trace", async () => {
    const answer = await site.call("GET", "/api/no-such-call");
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await answer.json()).toEqual({
      type: "about:blank",
      title: "Not found",
      status: 404,
      detail: "This API has no such endpoint.",
      requestId: expect.any(String),
    });
  });

  test("gets 400 if it is not a valid JSON object, 415 with another content type, 413 if it is too large", async () => {
    expect((await post("/api/add-message", "{")).status).toBe(400);
    expect((await post("/api/add-message", "[]")).status).toBe(400);
    expect((await post("/api/add-message", "null")).status).toBe(400);
    expect((await post("/api/add-message", '{"__proto__":{"x":1}}')).status).toBe(400);
    const nested = "[".repeat(50_000) + "]".repeat(50_000);
    expect((await post("/api/add-message", nested)).status).toBe(400);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await post("/api/add-message", "name=x", form)).status).toBe(415);
    const large = JSON.stringify({ email: "a@example.com", message: "x".repeat(1_000_000) });
    expect((await post("/api/add-message", large)).status).toBe(413);
    const chunked = await site.raw("/api/add-message", {
      method: "POST",
      headers: json,
      body: new Blob([large]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(await chunked.json()).toMatchObject({
      status: 413,
      detail: expect.stringContaining("Content-Length"),
    });
  });

  test("is refused if it is compressed or not in UTF-8", async () => {
    const message = JSON.stringify({ email: "ada@example.com", message: "Brügge" });
    const latin = new Uint8Array(Buffer.from(message, "latin1"));
    const packed = new Uint8Array(gzipSync(message));
    for (const [body, headers, status, words] of [
      [latin, json, 400, "UTF-8"],
      [latin, { "content-type": "application/json; charset=iso-8859-1" }, 415, "iso-8859-1"],
      [packed, { ...json, "content-encoding": "gzip" }, 415, "gzip"],
    ] as const) {
      const answer = await post("/api/add-message", body, headers);
      expect(await answer.json()).toMatchObject({ status, detail: expect.stringContaining(words) });
    }
    const charset = { "content-type": "application/json; charset=UTF-8" };
    expect((await post("/api/add-message", message, charset)).status).toBe(201);
  });

  test("with control characters or half a surrogate pair is refused with the name of its field", async () => {
    for (const text of ["a\u0000b", "\ud800", "a\u0007"]) {
      const message = { email: "ada@example.com", message: "Hello", subject: text };
      const answer = await post("/api/add-message", JSON.stringify(message));
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: [{ path: "subject" }] });
    }
  });
});

describe("The calls for accounts and admins", () => {
  const credentials = { email: "sam@example.com", password: "hedgerow and barley" };

  test("accept a session cookie until the sign-out", async () => {
    const sam = await site.register(credentials.email);
    expect((await sam.call("GET", "/api/orders")).status).toBe(200);
    expect((await sam.call("POST", "/api/auth/sign-out", {})).status).toBe(200);
    expect((await sam.call("GET", "/api/orders")).status).toBe(401);
  });

  test("return the same error for a wrong password and an unknown address", async () => {
    const bodies = await Promise.all(
      ["sam@example.com", "nobody@example.com"].map(async (email) => {
        const body = { email, password: "not the password" };
        const answer = await site.call("POST", "/api/auth/sign-in/email", body);
        const { requestId: _differs, ...rest } = (await answer.json()) as Record<string, unknown>;
        return { status: answer.status, rest };
      }),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]?.status).toBe(401);
  });

  test("refuse a registration with a common or short password or a registered address", async () => {
    const signUp = (email: string, password: string) =>
      site.call("POST", "/api/auth/sign-up/email", { email, password });
    expect((await signUp("kim@example.com", "Password1")).status).toBe(400);
    expect((await signUp("kim@example.com", "ab12c")).status).toBe(400);
    expect((await signUp("ab@c.de", "hedgerow and barley")).status).toBe(400);
    expect((await signUp("SAM@example.com", "hedgerow and barley")).status).toBe(409);
    expect((await signUp("kim@example.com", "ü 🌾 hedgerow ".repeat(4))).status).toBe(200);
  });

  test("do not let an admin move their own role to another address", async () => {
    const admin = await site.admin();
    const [own] = (await (await admin.call("GET", "/api/users")).json()) as { _id: string }[];
    const slip = { userEmail: "ownre@example.com", userRole: "Admin" };
    expect((await admin.call("PUT", `/api/upadete-users/${own?._id}`, slip)).status).toBe(409);
    const same = { userEmail: "OWNER@example.com", userRole: "Admin" };
    expect((await admin.call("PUT", `/api/upadete-users/${own?._id}`, same)).status).toBe(200);
    expect((await admin.call("GET", "/api/messages")).status).toBe(200);
  });
});

describe("The origin check", () => {
  test("refuses a write from another site, as JSON and as plain text", async () => {
    const origins = [
      "https://evil.example",
      "null",
      "http://localhost:3001",
      "https://localhost:3000",
    ];
    for (const origin of origins) {
      for (const type of ["application/json", "text/plain"]) {
        const headers = { origin, "content-type": type };
        const credentials = JSON.stringify({ email: "sam@example.com", password: "x" });
        const answer = await post("/api/auth/sign-in/email", credentials, headers);
        expect([origin, answer.status]).toEqual([origin, 403]);
      }
    }
  });

  test("refuses a write with a cookie but without an origin", async () => {
    const headers = { ...json, cookie: "furrow-session=planted" };
    const message = JSON.stringify({ email: "ada@example.com", message: "Hello" });
    expect((await post("/api/add-message", message, headers)).status).toBe(403);
    expect((await post("/api/add-message", message)).status).toBe(201);
  });

  test("accepts a write from another loopback name with the same port", async () => {
    const headers = { ...json, origin: "http://127.0.0.1:3000" };
    const message = JSON.stringify({ email: "ada@example.com", message: "Hello" });
    expect((await post("/api/add-message", message, headers)).status).toBe(201);
  });
});

test("a caller without the right gets 401 or 403, even with an invalid body", async () => {
  const customer = await site.register("curious@example.com");
  const body = { method: "PUT", body: "no JSON at all" };
  expect((await site.raw("/api/update-banner/any", body)).status).toBe(401);
  expect((await customer.call("PUT", "/api/update-banner/any")).status).toBe(403);
  const admin = await site.admin();
  expect((await admin.call("PUT", "/api/update-banner/any")).status).toBe(415);
});

test("an id with a NUL character gets 404", async () => {
  const admin = await site.admin();
  for (const path of ["banner", "message", "users", "order", "pricing"]) {
    const answer = await admin.call("GET", `/api/${path}/%00`);
    expect([path, answer.status]).toEqual([path, 404]);
  }
  const read = { messageStatus: "Read" };
  expect((await admin.call("PUT", "/api/message/%00", read)).status).toBe(404);
});

test("a wrong method gets 405 with the allowed methods, and an undocumented path gets 404", async () => {
  for (const [method, path, allow] of [
    ["DELETE", "/api/orders", "GET, HEAD, OPTIONS"],
    ["GET", "/api/new-order", "OPTIONS, POST"],
    ["HEAD", "/api/new-order", "OPTIONS, POST"],
    ["PATCH", "/api/banner/x", "DELETE, GET, HEAD, OPTIONS"],
    ["POST", "/api/openapi.json", "GET, HEAD, OPTIONS"],
  ] as const) {
    const answer = await site.raw(path, { method });
    expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 405, allow]);
    if (method === "HEAD") continue;
    expect(await answer.json()).toMatchObject({ title: "Wrong method", status: 405 });
  }
  const asked = await site.raw("/api/orders", { method: "OPTIONS" });
  expect([asked.status, asked.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
  for (const path of ["/api/orders/", "/api/no-such-call"]) {
    const answer = await site.raw(path, { method: "DELETE" });
    expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 404, null]);
  }
});

test("a required text of only invisible characters is refused in orders, messages and content", async () => {
  const [admin, customer] = [await site.admin(), await site.register("blank@example.com")];
  const faultOf = async (caller: Caller, method: string, path: string, body: object) => {
    const answer = await caller.call(method, path, body);
    const { errors = [] } = (await answer.json()) as { errors?: { path: string }[] };
    return [answer.status, ...errors.map((error) => error.path)];
  };
  const message = { email: "ada@example.com", message: "Hello" };
  for (const text of ["  ", "\u200b", "\u202e", "\ufeff\u00a0\u2060"]) {
    const order = { ...restOrder, customerName: text };
    const ordered = await faultOf(customer, "POST", "/api/new-order", order);
    expect(ordered).toEqual([400, "customerName"]);
    const sent = await faultOf(site, "POST", "/api/add-message", { ...message, message: text });
    expect(sent).toEqual([400, "message"]);
    const faq = { faqText: "Questions", faqHeading: text };
    expect(await faultOf(admin, "PUT", "/api/faq/any", faq)).toEqual([400, "faqHeading"]);
  }
  // Within a text, such characters join letters and pictures.
  const name = "نامه\u200cای 👩\u200d🌾";
  const order = await customer.call("POST", "/api/new-order", { ...restOrder, customerName: name });
  expect(await order.json()).toMatchObject({ customerName: name });
});
