import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenApiDocument } from "#api/docs/openapi-document.ts";
import { createRootAppWithApi } from "#server/root-app-with-api.ts";
import { openSite, type TestSite, testAdmin } from "../support/servers/site.ts";
import { scaled } from "../support/time-limits.ts";
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

describe("The fuzzer", () => {
  const document: OpenApiDocument = {
    openapi: "3.1.0",
    info: { title: "Planted", version: "1", description: "" },
    servers: [],
    tags: [],
    paths: {
      "/api/things": {
        post: {
          operationId: "postThings",
          tags: ["Things"],
          summary: "",
          security: [],
          parameters: [],
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: { name: { type: "string" }, size: { type: "integer" } },
                },
              },
            },
          },
          responses: {
            200: {
              description: "",
              content: { "application/json": { schema: { type: "object", required: ["_id"] } } },
            },
            400: { description: "", content: { "application/json": { schema: {} } } },
          },
        },
      },
    },
    components: { schemas: {}, securitySchemes: {} },
  };

  async function whatItFinds(answer: (body: string) => { status: number; text: string }) {
    const headers = { "content-type": "application/json" };
    const sent = { method: "POST", target: "/", headers: {}, body: null, chunked: false };
    const report = await fuzzSite(
      {
        origin: "http://localhost:1",
        document,
        send: async ({ body }) => ({
          sent,
          answer: { headers, ...answer(body.kind === "text" ? body.text : "") },
        }),
        rawOf: async () => sent,
      },
      { seed: 1, runs: 600 },
    );
    return report.findings;
  }
  const fine = { status: 200, text: '{"_id":"1"}' };

  test("finds a request that the server answers with 500, and shrinks its body", async () => {
    const findings = await whatItFinds((body) =>
      body.includes('"name":null') ? { status: 500, text: "" } : fine,
    );
    expect(findings.map(({ what }) => what)).toEqual(["It answers 500."]);
    expect(findings[0]?.request).toMatchObject({
      actor: "admin",
      spelling: "plain",
      body: { text: expect.stringMatching(/^.{0,60}"name":null.{0,60}$/) },
    });
  });

  test.each([
    ["a status that is not declared", { status: 418, text: "{}" }, /^It answers 418/],
    ["a body that is not declared", { status: 200, text: "{}" }, /^What it answers is not/],
    [
      "a stack trace",
      { status: 400, text: '"x\\n    at f (/a/node_modules/b.js:1:2)"' },
      /tells how/,
    ],
  ])("finds %s", async (_what, answer, sentence) => {
    const findings = await whatItFinds(() => answer);
    expect(findings[0]?.what).toMatch(sentence);
  });

  test("reports a lost connection, unless the server cuts off an oversized body", async () => {
    const findings = await whatItFinds(() => {
      throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    });
    expect(findings[0]?.what).toBe("There is no answer: socket hang up");
    expect(findings.map(({ request }) => request.body.kind)).not.toContain("too large");
  });
});
