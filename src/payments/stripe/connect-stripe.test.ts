import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { sqliteDatabases } from "../../../tests/support/databases/sqlite-databases.ts";
import {
  openSandboxServer,
  openScriptedApi,
} from "../../../tests/support/payments/sandbox-server.ts";
import type { ConnectionRequest, PaymentMode } from "../connection.ts";
import { sandboxStripeEndpoints } from "../sandbox/endpoints.ts";
import { sandboxKeys } from "../sandbox/sandbox-keys.ts";
import { connectStripe, removeStripeWebhook } from "./connect-stripe.ts";
import { prepareStripe } from "./prepare-stripe.ts";
import { heardEvents } from "./read-event.ts";
import { createStripe } from "./stripe.ts";
import { createStripeClient } from "./stripe-client.ts";

const nowhere = "http://127.0.0.1:1";
const connect = (secretKey: string, request: Partial<ConnectionRequest> = {}) =>
  connectStripe({
    apiUrl: nowhere,
    webhookUrl: "https://shop.example/api/payments/stripe/webhook",
    mode: "test",
    fields: { secretKey },
    ...request,
  });
const faultOf = async (...asked: Parameters<typeof connect>) => {
  const made = await connect(...asked);
  return "fault" in made ? made.fault : null;
};

test.each<[string, string, PaymentMode, string]>([
  ["nothing", " \u200b\n", "test", "Paste the secret key from Stripe’s dashboard"],
  ["a publishable key", "pk_test_51Abc", "test", "This is the publishable key."],
  ["a webhook's secret", "whsec_abc", "live", "begins with sk_live_ or rk_live_"],
  ["an account's id", "acct_1Abc", "test", "This is an ID, not a key."],
  ["an organization's key", "sk_org_live_abc", "live", "belongs to an organization"],
  ["a masked key", "sk_live_...4f2a", "live", "Part of this key is hidden."],
  ["two keys", "pk_test_1 sk_test_2", "test", "This is the publishable key."],
  ["words around a key", "Secret: sk_test_2", "test", "There is a space inside the key."],
  ["another text", "hunter2", "test", "This is no key of Stripe."],
  ["a test key in live mode", "sk_test_51Abc", "live", "This is a test key"],
  ["a live key in test mode", "rk_live_51Abc", "test", "This is a live key"],
  ["a sandbox key in live mode", "sk_test_furrow_abc", "live", "belongs to Furrow’s own sandbox"],
])("%s is refused without a call of Stripe", async (_what, typed, mode, sentence) => {
  expect(await faultOf(typed, { mode })).toContain(sentence);
});

describe("Stripe's answers to a key", () => {
  const rest = { otherwise: [404, { error: { type: "invalid_request_error" } }] } as const;
  const hooks = "/v1/webhook_endpoints";
  const refused = (message: string, more = {}) =>
    [400, { error: { type: "invalid_request_error", message, ...more } }] as const;
  const list = { [`GET ${hooks}`]: [200, { object: "list", data: [] }] } as const;

  test.each<[string, Parameters<typeof openScriptedApi>[0], string]>([
    ["does not know it", { otherwise: [401, { error: {} }] }, "Stripe does not know this key."],
    [
      "fails",
      { otherwise: [503, { error: {} }] },
      "Stripe answered 503, so the key could not be tried.",
    ],
    ["asks to slow down", { otherwise: [429, { error: {} }] }, "Stripe answered 429"],
    [
      "may not let its account take payments",
      { ...rest, "GET /v1/account": [200, { object: "account", charges_enabled: false }] },
      "Stripe does not let this account take payments yet.",
    ],
    [
      "allows no more webhooks",
      {
        ...rest,
        ...list,
        [`POST ${hooks}`]: refused("You have reached the maximum of 16 webhook endpoints."),
      },
      "as many webhooks as Stripe allows",
    ],
  ])("are told in a sentence when Stripe %s", async (_what, answers, sentence) => {
    const api = await openScriptedApi(answers);
    expect(await faultOf("sk_live_51Abc", { ...api, mode: "live" })).toContain(sentence);
    await api.close();
  });

  test("do not stop an account whose site is not public, which hears by asking", async () => {
    const answers = {
      ...rest,
      ...list,
      [`POST ${hooks}`]: refused("Invalid URL", { code: "url_invalid", param: "url" }),
    };
    const api = await openScriptedApi(answers);
    expect(await connect("sk_live_51Abc4f2a", { ...api, mode: "live" })).toEqual({
      credentials: { secretKey: "sk_live_51Abc4f2a", webhookSecret: "" },
      label: "Key ending in 4f2a",
      webhookId: null,
      note: expect.stringContaining("sends only to public addresses with https"),
      replacedWebhooks: [],
      plansFault: null,
    });
    await api.close();
  });

  test("are missed when Stripe cannot be reached", async () => {
    expect(await faultOf("sk_test_51Abc")).toContain(`this server can connect to ${nowhere}`);
    expect(await removeStripeWebhook(nowhere, "sk_test_51Abc", "we_1")).toBe(false);
  });
});

describe("The sandbox's Stripe", () => {
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

  const path = "/api/payments/stripe/webhook-test";
  const endpoints = () => sandboxStripeEndpoints(server.url, server.url);
  const keys = () => sandboxKeys(server.secret).stripe;
  const join = (secretKey: string, webhookUrl = `${server.url}${path}`) =>
    connect(secretKey, { apiUrl: endpoints().apiUrl, webhookUrl });
  async function connected(...asked: Parameters<typeof join>) {
    const made = await join(...asked);
    if ("fault" in made) throw new Error(made.fault);
    return made;
  }
  const webhooks = async () => {
    const client = await createStripeClient({ ...endpoints(), secretKey: keys().secretKey })();
    const { data } = await client.webhookEndpoints.list();
    return data.map(({ id, url }) => ({ id, url }));
  };

  test("takes a key with what was copied along, and makes the webhook", async () => {
    const made = await connected(`\u201c${keys().secretKey}\u201d\n`);
    expect(made).toMatchObject({
      credentials: { secretKey: keys().secretKey },
      label: `test@sandbox.example, key ending in ${keys().secretKey.slice(-4)}`,
      note: null,
    });
    expect(await webhooks()).toEqual([{ id: made.webhookId, url: `${server.url}${path}` }]);
  });

  test("replaces the webhook of the same address, whose secret is not told again", async () => {
    const other = await connected(keys().secretKey, `${server.url}/api/payments/elsewhere`);
    const first = await connected(keys().secretKey);
    const second = await connected(keys().secretKey);
    expect(second).toMatchObject({
      accountId: "acct_furrowsandbox",
      replacedWebhooks: [first.webhookId],
    });
    expect(second.credentials.webhookSecret).not.toBe(first.credentials.webhookSecret);
    const ids = (await webhooks()).map(({ id }) => id);
    expect(ids.sort()).toEqual([other.webhookId, second.webhookId].sort());
    const remove = () =>
      removeStripeWebhook(endpoints().apiUrl, keys().secretKey, second.webhookId ?? "");
    expect([await remove(), await remove(), (await webhooks()).length]).toEqual([true, true, 1]);
  });

  test.each<["withoutRefunds" | "onlyCheckouts", string]>([
    ["withoutRefunds", "This key may not refund. Tick “Refunds: Write” for it"],
    [
      "onlyCheckouts",
      "This key may not refund, read events, or set up a webhook. Tick “Refunds: Write”, “Events: Read”, and “Webhook Endpoints: Write” for it",
    ],
  ])("names the rights that the key %s lacks", async (name, sentence) => {
    expect(await join(keys()[name])).toEqual({
      field: "secretKey",
      fault: expect.stringContaining(sentence),
    });
    expect(await webhooks()).toEqual([]);
  });

  test("a key that lacks only the rights for plans is connected, and they are named", async () => {
    expect((await connected(keys().secretKey)).plansFault).toBeNull();
    const { plansFault, webhookId } = await connected(keys().withoutPlans);
    expect(webhookId).not.toBeNull();
    expect(plansFault).toMatch(
      /^This key may not change subscriptions, settle invoices, make products, make prices, make coupons, or let customers change their card\. .* customers get a link to pay each later one\. Selling once works\. Tick “Subscriptions: Write”, “Invoices: Write”, “Products: Write”, “Prices: Write”, “Coupons: Write”, and “Customer portal: Write” for it/,
    );
  });

  test("a webhook of an earlier version is extended once, and one that is gone stays gone", async () => {
    const { secretKey } = keys();
    const client = await createStripeClient({ ...endpoints(), secretKey })();
    const url = `${server.url}${path}`;
    const former = ["checkout.session.completed", "charge.captured"] as const;
    const { id } = await client.webhookEndpoints.create({ url, enabled_events: [...former] });
    const prepare = () => prepareStripe(endpoints().apiUrl, secretKey, id);
    const events = async () => (await client.webhookEndpoints.retrieve(id)).enabled_events.sort();
    expect(await prepare()).toBeNull();
    const all = [...new Set([...former, ...heardEvents])].sort();
    expect(await events()).toEqual(all);
    expect([await prepare(), await events()]).toEqual([null, all]);
    await client.webhookEndpoints.del(id);
    expect([await prepare(), await webhooks()]).toEqual([null, []]);
  });

  test.each([
    ["was made up", (key: string) => `${key.slice(0, -1)}x`],
    ["is of another installation", () => sandboxKeys("another secret").stripe.secretKey],
  ])("does not know a key that %s", async (_what, change) => {
    expect(await join(change(keys().secretKey))).toMatchObject({
      fault: expect.stringContaining("Stripe does not know this key."),
    });
  });

  test("sends no events elsewhere", async () => {
    expect(await join(keys().secretKey, "https://elsewhere.example/x")).toMatchObject({
      webhookId: null,
      note: expect.stringContaining("https://elsewhere.example/x"),
    });
  });

  test("signs the events of a pasted account with the secret that it told", async () => {
    const { credentials } = await connected(keys().secretKey);
    const provider = (webhookSecret: string) =>
      createStripe({
        name: "stripe-test",
        endpoints: endpoints(),
        keys: { ...credentials, webhookSecret },
        isLive: false,
      });
    const told = await server.payThrough(provider(""));
    if (told?.path !== path) throw new Error("The sandbox told nothing.");
    const { signal } = new AbortController();
    expect(await provider(credentials.webhookSecret).verify(told, signal)).toBe("verified");
    expect(await provider("whsec_other").verify(told, signal)).toBe("invalid");
  });
});
