import { expect, test } from "vitest";
import { startPayment } from "#money/paying/start-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { openPayments } from "#payments/accounts/live-providers.ts";
import type { ReadableAccount } from "#payments/accounts/payment-accounts.server.ts";
import { removeNextWebhook } from "#payments/accounts/remove-webhooks.ts";
import { attemptsOf, recordAttempt } from "#payments/attempts/payment-attempt-store.server.ts";
import type {
  ConnectedAccount as ConnectedKeys,
  Connection,
  PaymentMode,
} from "#payments/connection.ts";
import { demonstrationBusiness } from "#platform/business.ts";
import { readConfiguration } from "#platform/configuration.ts";
import type { Database } from "#platform/database/database.ts";
import { SiteVersion } from "#platform/database/site-version.ts";
import type { Actor } from "#policy/actor.ts";
import { readPaymentMode } from "#settings/stored-settings.server.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { queuedEmails } from "../../../tests/support/mail/queued-emails.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { connectAccount } from "./connect-account.ts";
import { disconnectAccount } from "./disconnect-account.ts";
import { tellOwnersOfPayments } from "./owner-emails.server.ts";
import { missingToGoLive, onPaymentModeChanged, storeFirstMode } from "./payment-mode.ts";
import { readPaymentAccounts } from "./read-payment-accounts.ts";

const colleague: Actor = {
  kind: "admin",
  accountId: "account-col",
  email: "col@example.com",
  confirmedRecently: true,
};
const secretKey = "sk_live_planted4711";
const input = { kind: "stripe", mode: "live", fields: { secretKey } };

type Keys = { readonly secretKey: string; readonly webhookSecret: string };
type Answer = ConnectedKeys<Keys>;
const connected = (webhookId: string, more: Partial<Answer> = {}): Answer => ({
  credentials: {
    secretKey: `${secretKey}_${webhookId}`,
    webhookSecret: `whsec_planted_${webhookId}`,
  },
  label: "key ending in 4711",
  webhookId,
  note: null,
  plansFault: null,
  ...more,
});

const sameKeys = { secretKey, webhookSecret: "whsec_planted" };
let keys = 0;
const otherKeys = () => {
  keys += 1;
  return { secretKey: `${secretKey}_${keys}`, webhookSecret: "whsec_planted" };
};

async function open(database: Database, environment: Record<string, string> = {}) {
  const shop = await openShop(database);
  const owners = [owner, colleague].map((person) => ({
    accountId: "accountId" in person ? person.accountId : "",
    email: "email" in person ? (person.email ?? "") : "",
    role: "Admin" as const,
  }));
  Object.assign(shop.post, { readTeam: async () => owners });
  const configuration = readConfiguration({ PUBLIC_URL: "https://shop.example", ...environment });
  const { secret, clock, log, onVerified, onReview, isDue } = shop;
  const payments = await openPayments({
    configuration,
    database,
    siteVersion: new SiteVersion(database),
    readChosenMode: readPaymentMode,
    ownUrl: "http://127.0.0.1:3000",
    secret,
    clock,
    log,
    onVerified,
    onReview,
    isDue,
  });
  let webhooks = 0;
  const removed: string[] = [];
  const provider = {
    answer: async (): Promise<Connection<Keys>> => {
      webhooks += 1;
      return connected(`we_${webhooks}`);
    },
    removes: true,
    chargesUntil: 0,
  };
  const deps = {
    ...shop,
    configuration: { ...configuration, rateLimitFactor: 1000 },
    ownUrl: "http://127.0.0.1:3000",
    publicUrl: configuration.publicUrl,
    payments,
    tellOwnersOfPayments: tellOwnersOfPayments(shop.post),
    connectAtProvider: () => provider.answer(),
    chargesUntil: async () => provider.chargesUntil,
    removeWebhook: async ({ webhook_id }: ReadableAccount) => {
      if (provider.removes) removed.push(webhook_id ?? "");
      return provider.removes;
    },
  };
  return {
    deps,
    provider,
    removed,
    ways: () => payments.ways.map((way) => way.provider.name),
    rows: () => database.read.selectFrom("payment_accounts").selectAll().orderBy("id").execute(),
    audited: async () => {
      const entries = await database.read.selectFrom("audit_log").selectAll().execute();
      return entries.map(({ action }) => action);
    },
    emails: () => queuedEmails(database, { letter: "paymentsChangedOwner" }),
    /** Lets the worker handle everything that is due. */
    async removeDue() {
      while (await removeNextWebhook(deps));
      return removed;
    },
  };
}

describeOnEachDatabase("Payment accounts", (openDatabase) => {
  test("take payments as soon as they are connected, and every owner is told once", async () => {
    const database = await openDatabase();
    const { deps, ways, rows, audited, emails } = await open(database);
    expect(ways()).toEqual([]);
    const { label } = await connectAccount(deps, owner, input);
    expect(label).toBe("key ending in 4711");
    expect(ways()).toEqual(["stripe"]);
    expect(await audited()).toEqual(["Connect payment account"]);
    const told = await emails();
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual([
      "col@example.com",
      "own@example.com",
    ]);
    expect(told[0]?.text).toContain(
      "own@example.com connected Stripe (key ending in 4711) for real payments",
    );
    const log = await database.read.selectFrom("audit_log").selectAll().execute();
    const everything = JSON.stringify([
      await rows(),
      log,
      told,
      await readPaymentAccounts(deps, owner),
    ]);
    expect(everything).not.toContain("planted");
  });

  test("are not changed by a key that does not work", async () => {
    const { deps, provider, rows, emails } = await open(await openDatabase());
    provider.answer = async () => ({ fault: "This key may not refund.", field: "secretKey" });
    await expect(connectAccount(deps, owner, input)).rejects.toMatchObject({
      code: "invalid",
      message: "This key may not refund.",
      issues: [{ path: "fields.secretKey" }],
    });
    expect([await rows(), await emails()]).toEqual([[], []]);
  });

  test("are connected once when two owners press at once", async () => {
    const { deps, provider, rows, emails } = await open(await openDatabase());
    const answered = Promise.withResolvers<Connection<Keys>>();
    let asked = 0;
    provider.answer = () => {
      asked += 1;
      return answered.promise;
    };
    const presses = [owner, colleague].map((person) => connectAccount(deps, person, input));
    const settled = Promise.allSettled(presses);
    await expect(Promise.race(presses)).rejects.toMatchObject({ code: "conflict" });
    answered.resolve(connected("we_1"));
    expect((await settled).map(({ status }) => status).toSorted()).toEqual([
      "fulfilled",
      "rejected",
    ]);
    expect(asked).toBe(1);
    expect((await rows()).map(({ state }) => state)).toEqual(["on"]);
    expect(await emails()).toHaveLength(2);
  });

  test("can be connected again after a process died between webhook and storing", async () => {
    const { deps, provider, rows } = await open(await openDatabase());
    const gone = new Promise<Connection<Keys>>(() => {});
    provider.answer = () => gone;
    void connectAccount(deps, owner, input).catch(() => {});
    await expect.poll(async () => (await rows()).length).toBe(1);
    provider.answer = async () => connected("we_2");
    await expect(connectAccount(deps, owner, input)).rejects.toMatchObject({ code: "conflict" });
    deps.time.now += 5 * 60_000;
    await connectAccount(deps, owner, input);
    expect(await rows()).toMatchObject([{ state: "on", webhook_id: "we_2" }]);
  });

  test("give up a connection that another process has taken over", async () => {
    const { deps, provider, rows, ways } = await open(await openDatabase());
    const slow = Promise.withResolvers<Connection<Keys>>();
    provider.answer = () => slow.promise;
    const first = connectAccount(deps, owner, input);
    await expect.poll(async () => (await rows()).length).toBe(1);
    deps.time.now += 5 * 60_000;
    provider.answer = async () => connected("we_2");
    await connectAccount(deps, colleague, input);
    slow.resolve(connected("we_1"));
    await expect(first).rejects.toMatchObject({ code: "conflict" });
    expect(await rows()).toMatchObject([{ state: "on", webhook_id: "we_2" }]);
    expect(ways()).toEqual(["stripe"]);
  });

  test("replace the account of the same way, and its webhook is removed", async () => {
    const { deps, rows, removeDue, emails } = await open(await openDatabase());
    await connectAccount(deps, owner, input);
    await connectAccount(deps, owner, input);
    expect((await rows()).map(({ state }) => state)).toEqual(["off", "on"]);
    expect((await emails()).at(-1)?.text).toContain("instead of Stripe");
    expect(await removeDue()).toEqual(["we_1"]);
    expect((await rows()).map(({ webhook_id }) => webhook_id)).toEqual([null, "we_2"]);
  });

  test.each<[string, Partial<Answer>, Partial<Answer>]>([
    ["the same id", { accountId: "acct_1" }, { accountId: "acct_1" }],
    ["the webhook that is replaced", {}, { replacedWebhooks: ["we_1"] }],
    ["the same key", { credentials: sameKeys }, { credentials: sameKeys }],
  ])("get new keys when an account is connected again, known by %s", async (_, first, again) => {
    const { deps, provider, rows, ways, removeDue } = await open(await openDatabase());
    provider.answer = async () => connected("we_1", first);
    const { id } = await connectAccount(deps, owner, input);
    const [before] = deps.payments.ways.map((way) => way.provider);
    await disconnectAccount(deps, owner, id);
    provider.answer = async () => connected("we_2", again);
    expect((await connectAccount(deps, owner, input)).id).toBe(id);
    expect(await rows()).toMatchObject([
      { id, state: "on", webhook_id: "we_2", disconnected_at: null, due_at: null },
    ]);
    expect(ways()).toEqual(["stripe"]);
    expect(deps.payments.ways[0]?.provider).not.toBe(before);
    expect(await removeDue()).toEqual([]);
  });

  test("keep the webhook while somebody connects an account of the same way", async () => {
    const { deps, provider, removeDue } = await open(await openDatabase());
    const { id } = await connectAccount(deps, owner, input);
    await disconnectAccount(deps, owner, id);
    const slow = Promise.withResolvers<Connection<Keys>>();
    provider.answer = () => slow.promise;
    const connecting = connectAccount(deps, owner, input);
    await expect
      .poll(async () => {
        const begun = deps.database.read.selectFrom("payment_accounts").select("id");
        return (await begun.where("state", "=", "connecting").execute()).length;
      })
      .toBe(1);
    expect(await removeDue()).toEqual([]);
    slow.resolve(connected("we_2"));
    await connecting;
    deps.time.now += 61_000;
    expect(await removeDue()).toEqual(["we_1"]);
  });

  test("keep a webhook that the account in use shares", async () => {
    const { deps, provider, removeDue } = await open(await openDatabase());
    provider.answer = async () => connected("WH-SAME", { credentials: otherKeys() });
    await connectAccount(deps, owner, input);
    await connectAccount(deps, owner, input);
    expect(await removeDue()).toEqual([]);
  });

  test("take no new payments once disconnected, which a second click does not repeat", async () => {
    const { deps, ways, audited, emails, removeDue } = await open(await openDatabase());
    const { id } = await connectAccount(deps, owner, input);
    await disconnectAccount(deps, colleague, id);
    await disconnectAccount(deps, owner, id);
    expect(ways()).toEqual([]);
    expect(await audited()).toEqual(["Connect payment account", "Disconnect payment account"]);
    expect(await emails()).toHaveLength(4);
    expect(await removeDue()).toEqual(["we_1"]);
    await expect(disconnectAccount(deps, owner, "unknown")).rejects.toMatchObject({
      code: "not-found",
    });
  });

  test("keep their webhook while a checkout can be paid, and half a year after a payment", async () => {
    const database = await openDatabase();
    const { deps, removeDue, rows } = await open(database);
    const { id } = await connectAccount(deps, owner, input);
    const attempt = await database.write((tx) =>
      recordAttempt(tx, {
        orderReference: "order",
        provider: "stripe",
        amountCents: 100,
        currency: "USD",
        receiver: "Stripe",
        createdAt: deps.time.now,
        paymentAccount: id,
      }),
    );
    await disconnectAccount(deps, owner, id);
    expect(await removeDue()).toEqual([]);
    const raw = JSON.stringify({
      object: "checkout.session",
      id: "cs_1",
      status: "complete",
      payment_status: "paid",
      payment_intent: "pi_1",
      client_reference_id: attempt.id,
    });
    const stripe = deps.payments.through("stripe");
    await stripe?.receive(Buffer.from(raw), new Headers({ "content-type": "application/json" }));
    await database.write((tx) =>
      tx.updateTable("payment_notifications").set({ state: "verified" }).execute(),
    );
    deps.time.now += 26 * 60 * 60_000;
    expect(await removeDue()).toEqual([]);
    deps.time.now += 181 * 24 * 60 * 60_000;
    expect(await removeDue()).toEqual(["we_1"]);
    expect(await rows()).toMatchObject([{ webhook_id: null, due_at: null }]);
  });

  test("keep their webhook while they charge plans, and half a year after the last of them", async () => {
    const { deps, provider, removeDue } = await open(await openDatabase());
    const { id } = await connectAccount(deps, owner, input);
    await disconnectAccount(deps, owner, id);
    provider.chargesUntil = Number.POSITIVE_INFINITY;
    expect(await removeDue()).toEqual([]);
    deps.time.now += 400 * 24 * 60 * 60_000;
    expect(await removeDue()).toEqual([]);
    provider.chargesUntil = deps.time.now;
    deps.time.now += 2 * 24 * 60 * 60_000;
    expect(await removeDue()).toEqual([]);
    deps.time.now += 179 * 24 * 60 * 60_000;
    expect(await removeDue()).toEqual(["we_1"]);
  });

  test("are asked again when a webhook could not be removed", async () => {
    const { deps, provider, removed, removeDue } = await open(await openDatabase());
    const { id } = await connectAccount(deps, owner, input);
    await disconnectAccount(deps, owner, id);
    provider.removes = false;
    expect(await removeDue()).toEqual([]);
    provider.removes = true;
    expect(await removeDue()).toEqual([]);
    deps.time.now += 61_000;
    await removeDue();
    expect(removed).toEqual(["we_1"]);
  });

  test("are not used by a checkout that starts after the account was disconnected", async () => {
    const database = await openDatabase();
    const { deps } = await open(database);
    const { id } = await connectAccount(deps, owner, input);
    const order = await placeOrder(deps, ada, orderForm);
    // Another process has disconnected the account, which this process does not know yet.
    const { ways } = deps.payments;
    await database.write((tx) =>
      tx.updateTable("payment_accounts").set({ state: "off" }).where("id", "=", id).execute(),
    );
    const stale = { ...deps, payments: { ...deps.payments, ways } };
    await expect(startPayment(stale, ada, order.id)).rejects.toMatchObject({ code: "conflict" });
    expect(await attemptsOf(database.read, [order.id])).toEqual([]);
  });

  test("refuse others than owners who have confirmed, and what the environment decides", async () => {
    const { deps } = await open(await openDatabase());
    const unconfirmed: Actor = {
      kind: "admin",
      accountId: "account-own",
      email: "own@example.com",
    };
    for (const actor of [ada, unconfirmed]) {
      await expect(connectAccount(deps, actor, input)).rejects.toMatchObject({ code: "forbidden" });
      await expect(disconnectAccount(deps, actor, "x")).rejects.toMatchObject({
        code: "forbidden",
      });
    }
    await expect(readPaymentAccounts(deps, ada)).rejects.toMatchObject({ code: "forbidden" });
    const fixed = await open(await openDatabase(), { PAYMENTS: "paypal-standard" });
    await expect(connectAccount(fixed.deps, owner, input)).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await readPaymentAccounts(fixed.deps, owner)).toMatchObject({
      isFromEnvironment: true,
      environment: [{ provider: "paypal-standard", variables: ["PAYMENTS", "PAYPAL_ENVIRONMENT"] }],
    });
  });

  test.each([
    ["http://localhost:3000", "https://shop.example", "test"],
    ["https://shop.example", "http://localhost:3000", "live"],
  ])(
    "keep the mode of the first start at %s when the site moves to %s",
    async (first, later, mode) => {
      const database = await openDatabase();
      const start = (environment: Record<string, string>) =>
        storeFirstMode({ configuration: readConfiguration(environment), database, clock: () => 5 });
      const stored = () =>
        database.read
          .selectFrom("settings")
          .selectAll()
          .where("name", "=", "paymentMode")
          .execute();
      await start({ PUBLIC_URL: later, PAYMENTS: "sandbox" });
      expect(await stored()).toEqual([]);
      await Promise.all([start({ PUBLIC_URL: first }), start({ PUBLIC_URL: first })]);
      await start({ PUBLIC_URL: later });
      const value = JSON.stringify(mode);
      const row = { name: "paymentMode", value, revision: 1, changed_by: "system", changed_at: 5 };
      expect(await stored()).toEqual([row]);
      const other = JSON.stringify(mode === "test" ? "live" : "test");
      await database.write((tx) =>
        tx.updateTable("settings").set({ value: other, revision: 2 }).execute(),
      );
      await start({ PUBLIC_URL: first });
      expect(await stored()).toMatchObject([{ value: other, revision: 2 }]);
      await database.write((tx) => tx.updateTable("settings").set({ value: "null" }).execute());
      await start({ PUBLIC_URL: first });
      expect(await stored()).toMatchObject([{ value, revision: 3 }]);
    },
  );

  test("say what is missing before the site takes real payments", async () => {
    const database = await openDatabase();
    const { deps, emails } = await open(database);
    const missing = await missingToGoLive(database.read, {
      publicUrl: "http://localhost:3000",
      configuration: { businessName: undefined },
    });
    expect(missing.map((sentence) => sentence.split(":")[0])).toEqual([
      "Nothing can take real payments yet",
      "Customers cannot pay safely at http",
      "Receipts would carry the example name",
      "Receipts would carry the example address",
    ]);
    const configuration = { businessName: "Acme" };
    const hook = onPaymentModeChanged({ ...deps, configuration }, deps.tellOwnersOfPayments);
    const change = (before: PaymentMode | null, after: PaymentMode | null) =>
      database.write((tx) => hook(tx, { actor: owner, at: deps.clock(), before, after }));
    await expect(change("test", "live")).rejects.toMatchObject({ code: "conflict" });
    await connectAccount(deps, owner, input);
    await expect(change("test", "live")).rejects.toThrow(
      /^Receipts would carry the example address/,
    );
    const value = JSON.stringify(`${demonstrationBusiness.address} 2`);
    const row = { name: "businessAddress", value, revision: 1, changed_by: "o", changed_at: 1 };
    await database.write((tx) => tx.insertInto("settings").values(row).execute());
    const before = (await emails()).length;
    await change("test", "live");
    await change(null, "live");
    await change("live", "test");
    expect(
      (await emails()).slice(before).map(({ text }) => /switched the site to \w+/.exec(text)?.[0]),
    ).toEqual([
      "switched the site to real",
      "switched the site to real",
      "switched the site to test",
      "switched the site to test",
    ]);
  });
});
