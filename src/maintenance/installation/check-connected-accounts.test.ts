import { expect, test } from "vitest";
import { heardEvents } from "#payments/stripe/read-event.ts";
import type { Database } from "#platform/database/database.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { storeAccount } from "../../../tests/support/payments/payment-accounts.ts";
import { openScriptedApi } from "../../../tests/support/payments/sandbox-server.ts";
import { checkConnectedAccounts } from "./check-connected-accounts.ts";

const secret = "a secret of thirty-two characters";
const publicUrl = "https://shop.example";

describeStore("The check of connected accounts", (openDatabase) => {
  const check = (database: Database, { at = publicUrl, apiUrl = "http://127.0.0.1:1" } = {}) =>
    Array.fromAsync(checkConnectedAccounts(database, secret, { publicUrl: at }, apiUrl));

  test("says that nobody can pay, or that payments are simulated", async () => {
    const database = await openDatabase();
    expect(await check(database)).toMatchObject([
      { state: "attention", sentence: expect.stringContaining("Customers cannot pay yet.") },
    ]);
    expect(await check(database, { at: "http://localhost:3000" })).toMatchObject([
      { state: "attention", sentence: expect.stringContaining("The site is in test mode") },
    ]);
  });

  test("tries each account that takes payments, and no other", async () => {
    const database = await openDatabase();
    await storeAccount(database, { secret });
    await storeAccount(database, { secret, mode: "test" });
    const paypal = { clientId: "client", clientSecret: "hush", webhookId: "WH1" };
    await storeAccount(database, { secret, kind: "paypal", credentials: paypal });
    const hook = { url: `${publicUrl}/api/payments/stripe/webhook`, status: "enabled" };
    const api = await openScriptedApi({
      "GET /v1/events": [200, { object: "list", data: [] }],
      "GET /v1/webhook_endpoints": [200, { data: [{ ...hook, enabled_events: ["*"] }] }],
      "POST /v1/oauth2/token": [200, { access_token: "token", expires_in: 100 }],
      otherwise: [404, { error: {} }],
    });
    expect(await check(database, api)).toMatchObject([
      { state: "good", sentence: expect.stringContaining("works") },
      { state: "wrong", sentence: expect.stringContaining("PayPal does not know the webhook.") },
    ]);
    await api.close();
  });

  test("says what an account lacks only for plans without calling it broken", async () => {
    const database = await openDatabase();
    await storeAccount(database, { secret });
    const hook = { url: `${publicUrl}/api/payments/stripe/webhook`, status: "enabled" };
    const former = heardEvents.filter((type) => !type.startsWith("customer.subscription."));
    const answers = {
      "GET /v1/events": [200, { object: "list", data: [] }],
      "DELETE /v1/subscriptions/sub_furrow_tries_the_right": [403, { error: {} }],
      otherwise: [404, { error: {} }],
    } as const;
    for (const [events, sentence] of [
      [former, "does not send customer.subscription.created"],
      [["*"], "This key may not change subscriptions."],
    ] as const) {
      const data = [{ ...hook, enabled_events: events }];
      const api = await openScriptedApi({
        ...answers,
        "GET /v1/webhook_endpoints": [200, { data }],
      });
      expect(await check(database, api)).toEqual([
        { name: "Payments", state: "attention", sentence: expect.stringContaining(sentence) },
      ]);
      await api.close();
    }
  });

  test("names an account whose keys cannot be read", async () => {
    const database = await openDatabase();
    await storeAccount(database, { secret: `${secret}!` });
    expect(await check(database)).toMatchObject([
      { state: "wrong", sentence: expect.stringContaining("cannot be read with this SECRET") },
    ]);
  });
});
