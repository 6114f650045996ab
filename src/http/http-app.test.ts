import { describe, expect, test } from "vitest";
import { errorResponse } from "../api/error-response.ts";
import { readConfiguration } from "../platform/configuration.ts";
import { createLog } from "../platform/metrics/log.ts";
import { createHttpApp } from "./http-app.ts";
import { RequestMetrics } from "./request-metrics.ts";

interface Options {
  readonly settings?: Record<string, string>;
  readonly checkReady?: () => Promise<void>;
}

function openApp({ settings = {}, checkReady = async () => {} }: Options = {}) {
  const log = createLog("silent");
  const app = createHttpApp({
    configuration: readConfiguration(settings),
    log,
    metrics: new RequestMetrics(),
    checkReady,
    acceptsOtherOrigins: (path) => path === "/notify",
    largerBodies: () => undefined,
  });
  app.onError((error, context) => errorResponse(error, context.var.facts.requestId, log));
  app.get("/page", (context) => {
    context.header("Content-Security-Policy", "default-src 'self'");
    context.header("Referrer-Policy", "no-referrer");
    return context.html("<p>page");
  });
  app.get("/broken", () => {
    throw new Error("select * from secrets");
  });
  app.get("/sign-in", (context) => {
    context.header("Set-Cookie", "furrow-session=a");
    return context.text("signed in");
  });
  app.get("/sign-out", (context) => {
    context.header("Set-Cookie", "furrow-session=; Max-Age=0; Path=/");
    return context.text("signed out");
  });
  app.get("/facts", (context) => context.json(context.var.facts));
  app.all("/do", async (context) => context.json({ done: context.req.method }));
  app.post("/notify", (context) => context.text("thanks"));
  return app;
}

type App = ReturnType<typeof openApp>;

/** Sends a request as if from a socket with this address. */
const sendFrom = (app: App, address: string, headers: Record<string, string>) =>
  app.request(
    "/facts",
    { headers },
    {
      incoming: { socket: { remoteAddress: address, remotePort: 1, remoteFamily: "IPv4" } },
    },
  );

describe("Every response", () => {
  test.each(["/do", "/healthz", "/readyz", "/nothing", "/broken", "/page"])(
    "to %s forbids content sniffing and framing",
    async (path) => {
      const { headers } = await openApp().request(path);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("referrer-policy")).toBeTruthy();
      expect(headers.get("content-security-policy")).toBeTruthy();
      expect(headers.get("permissions-policy")).toMatch(/\bcamera=\(\).*\bgeolocation=\(\)/);
    },
  );

  test("that is not a page forbids everything by its content security policy", async () => {
    for (const path of ["/do", "/nothing", "/broken"]) {
      const { headers } = await openApp().request(path);
      const policy = headers.get("content-security-policy");
      expect(policy).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  test("that is a page keeps its own content security policy", async () => {
    const { headers } = await openApp().request("/page");
    expect(headers.get("content-security-policy")).toBe("default-src 'self'");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("that signs somebody in or out clears the browser's prefetched pages", async () => {
    const signedIn = await openApp().request("/sign-in");
    expect(signedIn.headers.get("clear-site-data")).toBe('"prefetchCache", "prerenderCache"');
    const signedOut = await openApp().request("/sign-out");
    expect(signedOut.headers.get("clear-site-data")).toMatch(/^"cache", "prefetchCache"/);
    expect((await openApp().request("/page")).headers.has("clear-site-data")).toBe(false);
  });

  test("sets Strict-Transport-Security only for a site on https", async () => {
    const settings = { PUBLIC_URL: "https://furrow.example", PAYMENTS: "sandbox" };
    const pinned = await openApp({ settings }).request("/do");
    expect(pinned.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    const plain = await openApp().request("/do");
    expect(plain.headers.has("strict-transport-security")).toBe(false);
  });

  test("to a refused write has the security headers", async () => {
    const answer = await openApp().request("/do", {
      method: "POST",
      headers: { origin: "https://evil.example" },
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("to an internal error contains no text of the error", async () => {
    const answer = await openApp().request("/broken");
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toMatch(/secrets|at .*\.ts/);
  });
});

describe("A write", () => {
  const write = (headers: Record<string, string>, path = "/do", method = "POST") =>
    openApp().request(path, { method, headers });

  test.each(["POST", "PUT", "PATCH", "DELETE"])(
    "by %s is accepted from the site's own origin, and without an Origin header only if it has no cookie",
    async (method) => {
      const cookie = { cookie: "furrow-session=a" };
      const own = { origin: "http://localhost:3000" };
      expect((await write({}, "/do", method)).status).toBe(200);
      expect((await write(own, "/do", method)).status).toBe(200);
      expect((await write({ ...own, ...cookie }, "/do", method)).status).toBe(200);
      expect((await write(cookie, "/do", method)).status).toBe(403);
      for (const origin of ["null", "https://evil.example", "http://localhost:3000.evil.example"]) {
        expect((await write({ origin }, "/do", method)).status).toBe(403);
        expect((await write({ origin, ...cookie }, "/do", method)).status).toBe(403);
      }
    },
  );

  test("from another origin is accepted only on paths that allow other origins", async () => {
    const origin = "https://provider.example";
    expect((await write({ origin }, "/notify")).status).toBe(200);
    for (const path of ["/notify/", "/notify/more", "//notify", "/do?/notify"]) {
      expect((await write({ origin }, path)).status).not.toBe(200);
    }
  });

  test("ignores method-override headers and parameters", async () => {
    for (const header of ["x-http-method-override", "x-http-method", "x-method-override"]) {
      const answer = await openApp().request("/do?_method=DELETE", {
        headers: { [header]: "DELETE" },
      });
      expect(await answer.json()).toEqual({ done: "GET" });
      const post = await write({ [header]: "GET", origin: "https://evil.example" });
      expect(post.status).toBe(403);
    }
  });
});

describe("The client's address", () => {
  test("is the socket's address, whatever address the client's headers give", async () => {
    const app = openApp();
    const told = { "x-forwarded-for": "1.1.1.1", "x-furrow-client-address": "1.1.1.1" };
    const facts = await (await sendFrom(app, "203.0.113.7", told)).json();
    expect(facts).toMatchObject({ clientAddress: "203.0.113.7" });
  });

  test("is taken from a header only if a trusted proxy sent the request", async () => {
    const app = openApp({ settings: { TRUSTED_PROXIES: "10.0.0.1" } });
    const told = { "x-forwarded-for": "1.1.1.1, 198.51.100.9" };
    const addressOf = async (socket: string) =>
      ((await (await sendFrom(app, socket, told)).json()) as { clientAddress: string })
        .clientAddress;
    expect(await addressOf("10.0.0.1")).toBe("198.51.100.9");
    expect(await addressOf("10.0.0.2")).toBe("10.0.0.2");
  });

  test("comes with a request id that differs for each request", async () => {
    const app = openApp();
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const facts = (await (await app.request("/facts")).json()) as { requestId: string };
        return facts.requestId;
      }),
    );
    expect(new Set(ids).size).toBe(20);
  });
});

test("a process without its database is healthy but not ready", async () => {
  const app = openApp({ checkReady: () => Promise.reject(new Error("gone")) });
  expect((await app.request("/healthz")).status).toBe(200);
  const ready = await app.request("/readyz");
  expect(ready.status).toBe(503);
  expect(await ready.text()).not.toContain("gone");
});

test("a body whose declared length is over the limit is refused unread", async () => {
  const send = (length: number) =>
    openApp().request("/notify", {
      method: "POST",
      headers: { "content-length": String(length) },
      body: "x",
    });
  expect((await send(256 * 1024)).status).toBe(200);
  expect((await send(256 * 1024 + 1)).status).toBe(413);
});
