import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { sqliteDatabases } from "../../../tests/support/databases/sqlite-databases.ts";
import {
  openSandboxServer,
  openScriptedApi,
} from "../../../tests/support/payments/sandbox-server.ts";
import type { PaymentMode } from "../connection.ts";
import { sandboxRestEndpoints } from "../sandbox/endpoints.ts";
import { sandboxKeys } from "../sandbox/sandbox-keys.ts";
import { connectPaypal, removePaypalWebhook } from "./connect-paypal.ts";
import { createPaypalRest } from "./paypal-rest.ts";

const nowhere = "http://127.0.0.1:1";
const typed = { clientId: "AbC-123_x4f2a", clientSecret: "EDef-456" };
const connect = (request: Partial<Parameters<typeof connectPaypal>[0]> = {}) =>
  connectPaypal({
    apiUrl: nowhere,
    webhookUrl: "https://shop.example/api/payments/paypal/webhook",
    mode: "test",
    fields: typed,
    ...request,
  });

test.each<[string, Partial<typeof typed>, PaymentMode, string, string]>([
  ["no client ID", { clientId: " " }, "live", "clientId", "with the switch at “Live”"],
  ["no secret", { clientSecret: "\n" }, "test", "clientSecret", "with the switch at “Sandbox”"],
  ["a masked secret", { clientSecret: "••••••" }, "test", "clientSecret", "Press “Show” beside it"],
  ["an email address", { clientId: "a@example.com" }, "test", "clientId", "an email address, not"],
  ["the client ID twice", { clientSecret: typed.clientId }, "test", "clientSecret", "ID again"],
  ["a key of Stripe", { clientSecret: "sk_live_1" }, "live", "clientSecret", "a key of Stripe"],
  ["words", { clientSecret: "my secret" }, "test", "clientSecret", "only letters, digits, - and _"],
  ["a sandbox app in live mode", { clientId: "furrow-sandbox" }, "live", "clientId", "own sandbox"],
])("%s is refused without a call of PayPal", async (_what, fields, mode, field, sentence) => {
  expect(await connect({ fields: { ...typed, ...fields }, mode })).toEqual({
    field,
    fault: expect.stringContaining(sentence),
  });
});

describe("PayPal's answers to an app", () => {
  const hooks = "/v1/notifications/webhooks";
  const token = [200, { access_token: "token", expires_in: 100 }] as const;
  const signedIn = { "POST /v1/oauth2/token": token } as const;
  const none = { [`GET ${hooks}`]: [200, { webhooks: [] }] } as const;
  const unknown = { otherwise: [401, { error: "invalid_client" }] } as const;
  const named = (name: string) => [400, { name }] as const;

  test.each<[string, Parameters<typeof openScriptedApi>[0], string]>([
    ["does not know it", unknown, "PayPal does not know this client ID with this secret."],
    ["fails", { otherwise: [503, {}] }, "PayPal answered 503, so the app could not be tried."],
    [
      "allows no payments",
      { ...signedIn, otherwise: [403, { name: "NOT_AUTHORIZED" }], ...none },
      "This app may not take or refund payments. Tick “Accept payments”",
    ],
    [
      "allows no more webhooks",
      { ...signedIn, ...none, [`POST ${hooks}`]: named("WEBHOOK_NUMBER_LIMIT_EXCEEDED") },
      "This app has ten webhooks, as many as PayPal allows.",
    ],
  ])("are told in a sentence when PayPal %s", async (_what, answers, sentence) => {
    const api = await openScriptedApi(answers);
    expect(await connect(api)).toMatchObject({ fault: expect.stringContaining(sentence) });
    await api.close();
  });

  test.each<[PaymentMode, string]>([
    ["live", "These belong to an app in PayPal’s sandbox"],
    ["test", "These belong to a live app"],
  ])("tell that an app belongs to the other mode than %s", async (mode, sentence) => {
    const [api, other] = await Promise.all([
      openScriptedApi(unknown),
      openScriptedApi({ ...signedIn, ...none }),
    ]);
    const made = await connect({ apiUrl: api.apiUrl, otherApiUrl: other.apiUrl, mode });
    expect(made).toMatchObject({ fault: expect.stringContaining(sentence) });
    await Promise.all([api.close(), other.close()]);
  });

  test("do not stop an app whose site is not public", async () => {
    const api = await openScriptedApi({
      ...signedIn,
      ...none,
      [`POST ${hooks}`]: [
        400,
        { name: "VALIDATION_ERROR", details: [{ issue: "Not a valid webhook URL" }] },
      ],
    });
    expect(await connect(api)).toEqual({
      credentials: { ...typed, webhookId: "" },
      label: "Client ID ending in 4f2a",
      webhookId: null,
      note: expect.stringContaining("sends only to public addresses with https"),
      plansFault: null,
    });
    await api.close();
  });

  test("let a webhook of the same address be used again, for all events", async () => {
    const former = {
      id: "WH1",
      url: "https://shop.example/api/payments/paypal/webhook",
      event_types: [{ name: "CHECKOUT.ORDER.APPROVED" }],
    };
    const api = await openScriptedApi({
      ...signedIn,
      [`GET ${hooks}`]: [200, { webhooks: [former] }],
      [`PATCH ${hooks}/WH1`]: [200, {}],
    });
    expect(await connect(api)).toMatchObject({ webhookId: "WH1", note: null });
    expect(api.asked).toContain(`PATCH ${hooks}/WH1`);
    await api.close();
  });

  test("are missed when PayPal cannot be reached", async () => {
    const fault = expect.stringContaining(`this server can connect to ${nowhere}`);
    expect(await connect()).toMatchObject({ fault });
    expect(await removePaypalWebhook(nowhere, { ...typed, webhookId: "WH1" })).toBe(false);
  });
});

describe("The sandbox's PayPal", () => {
  const databases = sqliteDatabases();
  let server: Awaited<ReturnType<typeof openSandboxServer>>;
  let database: Database;
  beforeAll(async () => {
    database = await databases.open();
    server = await openSandboxServer(database);
  });
  beforeEach(() => database.write((tx) => tx.deleteFrom("sandbox_webhooks").execute()));
  afterAll(async () => {
    await server.close();
    await databases.remove();
  });

  const path = "/api/payments/paypal/webhook-test";
  const endpoints = () => sandboxRestEndpoints(server.url, server.url);
  const keys = () => sandboxKeys(server.secret).paypal;
  const join = (fields: typeof typed = keys(), webhookUrl = `${server.url}${path}`) => {
    const { clientId, clientSecret } = fields;
    const { apiUrl } = endpoints();
    return connect({ apiUrl, webhookUrl, fields: { clientId, clientSecret } });
  };
  async function connected() {
    const made = await join();
    if ("fault" in made) throw new Error(made.fault);
    return made;
  }
  const webhookCount = async () =>
    (await database.read.selectFrom("sandbox_webhooks").selectAll().execute()).length;

  test("takes an app, makes one webhook, and removes it", async () => {
    const first = await connected();
    const second = await connected();
    expect([second.webhookId, await webhookCount()]).toEqual([first.webhookId, 1]);
    const remove = () => removePaypalWebhook(endpoints().apiUrl, second.credentials);
    expect([await remove(), await remove(), await webhookCount()]).toEqual([true, true, 0]);
  });

  test("connects an app without subscriptions, and names what it may not do", async () => {
    expect(await connected()).toMatchObject({ plansFault: null });
    expect(await join(keys().withoutPlans)).toMatchObject({
      webhookId: expect.any(String),
      plansFault: expect.stringMatching(
        /^This app may not make plans, make products, or change subscriptions\. .* Selling once works\./,
      ),
    });
  });

  test("refuses an app without payments, and one that was made up", async () => {
    expect(await join(keys().withoutPayments)).toMatchObject({
      fault: expect.stringContaining("Tick “Accept payments”"),
    });
    expect(await join({ ...keys(), clientSecret: "x" })).toMatchObject({
      fault: expect.stringContaining("PayPal does not know this client ID"),
    });
    expect(await webhookCount()).toBe(0);
  });

  test("signs the events of a pasted app for its webhook", async () => {
    const { credentials } = await connected();
    const provider = (webhookId: string) =>
      createPaypalRest({
        name: "paypal-sandbox",
        endpoints: endpoints(),
        credentials: { ...credentials, webhookId },
        isLive: false,
        clock: () => Date.now(),
      });
    const told = await server.payThrough(provider(""));
    if (told?.path !== path) throw new Error("The sandbox told nothing.");
    const { signal } = new AbortController();
    expect(await provider(credentials.webhookId).verify(told, signal)).toBe("verified");
    expect(await provider("SANDBOX-WEBHOOK").verify(told, signal)).toBe("invalid");
  });
});
