import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRootAppWithApi } from "#server/root-app-with-api.ts";
import { openSchemas } from "../../../tests/support/declared-answers.ts";
import { photo } from "../../../tests/support/pictures.ts";
import { type Caller, openSite, type TestSite } from "../../../tests/support/servers/site.ts";
import type { OpenApiDocument } from "./openapi-document.ts";

let site: TestSite;
let admin: Caller;
let customer: Caller;
let document: OpenApiDocument;
let faultsOf: ReturnType<typeof openSchemas>["faultsOf"];

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
  customer = await site.register("customer@example.com");
  document = await (await site.call("GET", "/api/openapi.json")).json();
  faultsOf = openSchemas(document).faultsOf;
});
afterAll(() => site.close());

const methods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

const describedCalls = () =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

describe("The OpenAPI document", () => {
  test("is valid OpenAPI 3.1", async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  test("describes every call of the server, and no other call", () => {
    // Pictures at `/media/`, fonts at `/fonts/`, the icon and the sandbox are not part of the REST interface.
    const routes = createRootAppWithApi(site.services).routes.filter(
      ({ method, path }) =>
        methods.has(method) && !/^\/((fonts|media|sandbox)\/|favicon\.svg)/.test(path),
    );
    const served = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    const described = describedCalls().map(({ method, path }) => `${method} ${path}`);
    expect(described.length).toBeGreaterThan(200);
    expect(described.toSorted()).toEqual([...new Set(served)].toSorted());
  });

  test("lists 429 for calls with a rate limit", () => {
    for (const path of ["/api/new-order", "/api/add-message", "/api/auth/sign-in/email"]) {
      expect(Object.keys(document.paths[path]?.post?.responses ?? {})).toContain("429");
    }
  });

  test("gives each call a unique operationId, and contains every schema that it refers to", () => {
    const names = describedCalls().map(({ operation }) => operation.operationId);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    const pointers = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    const missing = [...pointers].filter(([, name = ""]) => !(name in document.components.schemas));
    expect(missing).toEqual([]);
  });

  test("states for each call whether it needs a session", async () => {
    const wrong: string[] = [];
    for (const { method, path, operation } of describedCalls()) {
      const address = path.replace("{block}", "banner").replace(/\{\w+\}/g, "unknown");
      const { status } = await site.call(method, address, method === "GET" ? undefined : {});
      const isRefused = status === 401 && !address.endsWith("/sign-in/email");
      if (isRefused !== operation.security.length > 0) wrong.push(`${method} ${path} → ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  test("contains examples that the calls accept", () => {
    const faults = describedCalls().flatMap(({ method, path, operation }) =>
      Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema, example }) =>
        example === undefined ? [] : faultsOf(schema, example).map((f) => `${method} ${path} ${f}`),
      ),
    );
    expect(faults).toEqual([]);
  });
});

describe("The documented response of a call", () => {
  /** Sends a call, checks that its response matches the document, and returns the response. */
  async function declared(
    caller: Caller,
    [method, template, id]: readonly [string, string, string?],
    body?: unknown,
    headers?: HeadersInit,
  ) {
    const path = template.replace("{id}", id ?? "").replace("{block}", "banner");
    const answer =
      body instanceof Uint8Array
        ? await caller.sendBytes(method, `/api${path}`, body, headers)
        : await caller.call(method, `/api${path}`, body, headers);
    const json = await answer.json();
    const operation = document.paths[`/api${template}`]?.[method.toLowerCase()];
    const response = operation?.responses[answer.status];
    const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
    const { schema } = response?.content?.[type] ?? {};
    expect([method, template, answer.status, type, schema === undefined]).toEqual([
      method,
      template,
      answer.status,
      type,
      false,
    ]);
    expect(faultsOf(schema ?? {}, json)).toEqual([]);
    return { status: answer.status, json };
  }
  const exampleOf = (template: string) => {
    const body = document.paths[`/api${template}`]?.post?.requestBody;
    return body?.content["application/json"]?.example as Record<string, unknown>;
  };

  test("matches the server's response for content, drafts and history", async () => {
    const { json: banners } = await declared(site, ["GET", "/banner"]);
    const id = banners[0]._id;
    await declared(site, ["GET", "/banner/{id}", id]);
    await declared(admin, ["PUT", "/content/{block}/{id}/draft", id], {
      values: { bannerHeading: "Sown" },
      base: 1,
    });
    const conflict = { values: { bannerHeading: "Grown" }, base: 1 };
    const path = "/content/{block}/{id}/draft";
    expect((await declared(admin, ["PUT", path, id], conflict)).status).toBe(409);
    await declared(admin, ["GET", "/content/drafts"]);
    await declared(admin, ["POST", "/content/{block}/{id}/publish", id], {});
    await declared(admin, ["GET", "/content/history"]);
    await declared(admin, ["GET", "/content/{block}"]);
    expect((await declared(admin, ["POST", "/add-banner"], exampleOf("/add-banner"))).status).toBe(
      409,
    );
    await declared(admin, ["DELETE", "/banner/{id}", id]);
    await declared(admin, ["GET", "/content/trash"]);
    await declared(admin, ["POST", "/add-banner"], exampleOf("/add-banner"));
    expect((await declared(admin, ["POST", "/add-banner"], { surprise: 1 })).status).toBe(400);
    expect((await declared(customer, ["POST", "/add-banner"], {})).status).toBe(403);
    expect((await declared(site, ["POST", "/add-banner"], {})).status).toBe(401);
  });

  test("matches the server's response for orders, messages, admins and sessions", async () => {
    const { json: order } = await declared(
      customer,
      ["POST", "/new-order"],
      exampleOf("/new-order"),
    );
    const dear = { ...exampleOf("/new-order"), packagePrice: "1" };
    expect((await declared(customer, ["POST", "/new-order"], dear)).status).toBe(409);
    await declared(customer, ["GET", "/orders"]);
    await declared(
      admin,
      ["POST", "/order/{id}/payments", order._id],
      exampleOf("/order/{id}/payments"),
      { "idempotency-key": "k1" },
    );
    await declared(customer, ["PUT", "/order-cancelled/{id}", order._id], {
      paymentStatus: "Cancelled",
    });
    await declared(site, ["POST", "/add-message"], exampleOf("/add-message"));
    await declared(admin, ["GET", "/messages"]);
    await declared(site, ["POST", "/add-subscriber"], exampleOf("/add-subscriber"));
    await declared(admin, ["GET", "/subscribers"]);
    await declared(admin, ["POST", "/add-user"], exampleOf("/add-user"));
    await declared(admin, ["GET", "/users"]);
    await declared(admin, ["GET", "/payments/reviews"]);
    await declared(site, ["POST", "/auth/sign-up/email"], exampleOf("/auth/sign-up/email"));
    await declared(site, ["POST", "/auth/sign-in/email"], exampleOf("/auth/sign-in/email"));
    await declared(customer, ["GET", "/auth/get-session"]);
    await declared(site, ["GET", "/auth/get-session"]);
  });

  test("matches the server's response for pictures", async () => {
    const type = { "content-type": "image/jpeg" };
    const { json: picture } = await declared(admin, ["POST", "/media"], await photo(40, 30), type);
    await declared(admin, ["GET", "/media-files"]);
    await declared(admin, ["PUT", "/media-files/{id}", picture._id], { alt: "A field" });
    const text = new TextEncoder().encode("no picture");
    expect((await declared(admin, ["POST", "/media"], text, type)).status).toBe(415);
  });
});

test("the page /api/docs lists every call, and loads no scripts or other resources", async () => {
  const answer = await site.call("GET", "/api/docs");
  const page = await answer.text();
  for (const { operation } of describedCalls()) {
    expect(page).toContain(`id="${operation.operationId}"`);
  }
  expect(page).not.toMatch(/<script|<link|<img|url\(|\sstyle=/);
  expect(answer.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'/,
  );
});
