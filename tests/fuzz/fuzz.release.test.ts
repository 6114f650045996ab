import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonSchema, OpenApiDocument } from "#api/docs/openapi-document.ts";
import { createRootAppWithApi } from "#server/root-app-with-api.ts";
import { openSite, type TestSite, testAdmin } from "../support/servers/site.ts";
import { scaled } from "../support/time-limits.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import { findingText, fuzzSite } from "./fuzz-site.ts";
import { openFuzzedSite } from "./fuzzed-site.ts";

async function listening(fetch: ReturnType<typeof createRootAppWithApi>["fetch"]) {
  const server = await new Promise<Server>((resolve) => {
    const opened = serve({ fetch, port: 0, hostname: "127.0.0.1" }, () => {
      resolve(opened as Server);
    });
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("Hostile requests to every operation of the OpenAPI document", () => {
  let site: TestSite;
  let server: Awaited<ReturnType<typeof listening>>;

  beforeAll(async () => {
    site = await openSite();
    server = await listening(createRootAppWithApi(site.services).fetch);
  });
  afterAll(async () => {
    await server.close();
    await site.close();
  });

  // The time limit is long, because the test sends 600 requests.
  test("cause no 5xx, no crash and no undeclared response", {
    timeout: scaled(60_000),
  }, async () => {
    const fuzzed = await openFuzzedSite(server.origin, testAdmin);
    // `npm run fuzz` sends more requests, with a new seed each time.
    const { requests, statuses, findings } = await fuzzSite(fuzzed, { seed: 11, runs: 600 });
    expect(findings.map(findingText)).toEqual([]);
    expect(requests).toBe(600);
    // Proves that the requests reach the operations and cause every kind of error.
    for (const status of [200, 201, 400, 401, 403, 404, 409, 413, 415]) {
      expect([status, statuses[status] ?? 0]).not.toEqual([status, 0]);
    }
  });
});

test("the fuzzer finds planted faults, shrinks a request, and allows the server to cut off an oversized body", async () => {
  const json = (schema: JsonSchema) => ({
    description: "",
    content: { "application/json": { schema } },
  });
  const properties = { name: { type: "string" }, size: { type: "integer" } };
  const operation = {
    operationId: "postThings",
    tags: ["Things"],
    summary: "",
    security: [],
    parameters: [],
    requestBody: { required: true, ...json({ type: "object", properties }) },
    responses: { 200: json({ type: "object", required: ["_id"] }), 400: json({}) },
  };
  const document: OpenApiDocument = {
    openapi: "3.1.0",
    info: { title: "Planted", version: "1", description: "" },
    servers: [],
    tags: [],
    paths: { "/api/things": { post: operation } },
    components: { schemas: {}, securitySchemes: {} },
  };
  async function whatItFinds(answer: (body: string) => { status: number; text: string }) {
    const headers = { "content-type": "application/json" };
    const sent = { method: "POST", target: "/", headers: {}, body: null, chunked: false };
    const planted = {
      origin: "http://localhost:1",
      document,
      send: async ({ body }: FuzzRequest) => ({
        sent,
        answer: { headers, ...answer(body.kind === "text" ? body.text : "") },
      }),
      rawOf: async () => sent,
    };
    return (await fuzzSite(planted, { seed: 1, runs: 600 })).findings;
  }
  const fine = { status: 200, text: '{"_id":"1"}' };
  const [shrunk, ...others] = await whatItFinds((body) =>
    body.includes('"name":null') ? { status: 500, text: "" } : fine,
  );
  expect([shrunk?.what, others]).toEqual(["It answers 500.", []]);
  expect(shrunk?.request.body).toMatchObject({
    text: expect.stringMatching(/^.{0,60}"name":null.{0,60}$/),
  });
  for (const [status, text, sentence] of [
    [418, "{}", /^It answers 418/],
    [200, "{}", /^What it answers is not/],
    [400, '"x\\n    at f (/a/node_modules/b.js:1:2)"', /tells how/],
  ] as const) {
    expect((await whatItFinds(() => ({ status, text })))[0]?.what).toMatch(sentence);
  }
  const cut = await whatItFinds(() => {
    throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
  });
  expect(cut[0]?.what).toBe("There is no answer: socket hang up");
  expect(cut.map(({ request }) => request.body.kind)).not.toContain("too large");
});
