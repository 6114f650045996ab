import { expect, test } from "vitest";
import type { PaymentAccounts } from "#money/accounts/read-payment-accounts.ts";
import { newId } from "#platform/ids.ts";
import { describeStore } from "../../../../../tests/support/databases/databases.ts";
import { offerTransfers } from "../../../../../tests/support/payments/bank-account.ts";
import { openCheckout } from "../../../../../tests/support/payments/checkout.ts";
import { openRenewingShop } from "../../../../../tests/support/subscriptions/renewing-shop.ts";
import { chargeAgain } from "../../../../../tests/support/subscriptions/repeated-plans.ts";
import { practiceKeys, shownMode, shownWays } from "./payment-ways.server.ts";

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 29);
const reader = { timeZone: "UTC", locale: "en-US" };

const account: PaymentAccounts["accounts"][number] = {
  id: "account-1",
  kind: "stripe",
  mode: "live",
  state: "on",
  label: "Meridian, key ending in 4f2a",
  isReadable: true,
  isInSandbox: false,
  hasWebhook: true,
  plansFault: null,
  connectedAt: now - day,
  connectedBy: "ada@example.com",
  disconnectedAt: null,
  disconnectedBy: null,
};
const state: PaymentAccounts = {
  mode: "live",
  chosenMode: null,
  isFromEnvironment: false,
  environment: [],
  accounts: [],
  missing: [],
};

describeStore("The ways to pay in the settings", (openDatabase) => {
  test("say who connected what when, and when it was last heard", async () => {
    const { shop, arrive, message } = await openCheckout(await openDatabase());
    const accounts: PaymentAccounts["accounts"] = [
      { ...account, id: "former", state: "off", disconnectedAt: now, disconnectedBy: null },
      account,
      { ...account, id: "heard", kind: "paypal-standard", hasWebhook: false },
    ];
    const show = () => shownWays(shop, { ...state, accounts }, reader);
    const [cards, paypal] = await show();
    expect(cards?.accounts).toMatchObject({
      live: {
        details:
          "Connected by ada@example.com on Nov 28, 2026. The webhook is set up. Nothing heard from Stripe yet.",
        fault: null,
      },
      test: null,
    });
    expect(cards?.former).toMatchObject([
      { id: "former", details: "Live. Disconnected on Nov 29, 2026." },
    ]);
    expect(paypal?.accounts.live?.details).toContain("Nothing heard from PayPal yet.");

    await arrive(message());
    const provider = { provider: "paypal-standard" };
    await shop.database.write((tx) =>
      tx.updateTable("payment_notifications").set(provider).execute(),
    );
    shop.time.now += 3 * day;
    const [, heard] = await show();
    expect(heard?.accounts.live?.details).toContain("Last heard 3 days ago.");
  });

  test.each([
    ["whose keys cannot be read", { isReadable: false }, "because its SECRET was changed"],
    ["of Stripe without a webhook", { hasWebhook: false }, "asks Stripe every ten minutes"],
    ["of PayPal without a webhook", { hasWebhook: false, kind: "paypal" }, "are not heard"],
    ["of Payments Standard", { hasWebhook: false, kind: "paypal-standard" }, null],
  ] as const)("warn about an account %s", async (_what, change, sentence) => {
    const { shop } = await openCheckout(await openDatabase());
    const ways = await shownWays(shop, { ...state, accounts: [{ ...account, ...change }] }, reader);
    const fault = ways.flatMap(({ accounts }) => accounts.live ?? [])[0]?.fault;
    expect(fault).toEqual(sentence === null ? null : expect.stringContaining(sentence));
  });

  test("name the plans that an account cannot charge by itself", async () => {
    const { shop } = await openCheckout(await openDatabase());
    await chargeAgain(shop.database, "Standard", "monthly");
    const plansFault = "This key may not change subscriptions.";
    const accounts = [{ ...account, plansFault }];
    const [cards] = await shownWays(shop, { ...state, accounts }, reader);
    expect(cards?.accounts.live?.fault).toMatch(
      /^This key may not change subscriptions\. Plans? concerned: .*Standard.*\.$/,
    );
  });

  test("say what becomes of running plans when an account or a mode is left", async () => {
    const shop = await openRenewingShop(await openDatabase(), "stripe");
    await shop.subscribe();
    await shop.database.write((tx) =>
      tx.updateTable("payment_attempts").set({ payment_account: account.id }).execute(),
    );
    const accounts = [account, { ...account, id: "other", mode: "test" as const }];
    const [cards] = await shownWays(shop, { ...state, accounts }, reader);
    const { live, test } = cards?.accounts ?? {};
    expect(live?.question).toContain("1 plan is charged through this account. It goes on: Stripe");
    expect(live?.plans).toContain("cancel it under Subscriptions");
    expect([test?.plans, test?.question.includes("plan")]).toEqual(["", false]);
    const question = async (mode: "live" | "test") =>
      (await shownMode(shop, { ...state, mode })).question.join(" ");
    expect(await question("test")).toContain("1 plan is charged with test payments. It ends");
    expect(await question("live")).not.toContain("plan");
    await shop.database.write((tx) =>
      tx.updateTable("subscriptions").set({ provider: "stripe" }).execute(),
    );
    expect(await question("test")).not.toContain("plan is");
    expect(await question("live")).toContain("1 plan is charged with real money by Stripe.");
  });

  test("offer keys of the sandbox only where it answers, and say when nobody can pay", async () => {
    const { shop } = await openCheckout(await openDatabase());
    const payments = (usesSandbox: boolean) => ({
      ...shop,
      payments: { ...shop.payments, usesSandbox, ways: [] },
      secret: "a secret of thirty-two characters",
    });
    expect(practiceKeys(payments(false))).toBeNull();
    expect(practiceKeys(payments(true))?.stripe[0]?.values.secretKey).toMatch(/^sk_test_furrow_/);
    expect((await shownMode(payments(false), state)).noWay).toContain("they cannot pay yet");
  });

  test("are named before the site goes live, with the orders that test payments paid", async () => {
    const { shop, arrive, message } = await openCheckout(await openDatabase());
    const accounts: PaymentAccounts["accounts"] = [
      { ...account, id: "paypal", kind: "paypal" },
      account,
      { ...account, id: "former", state: "off" },
    ];
    const question = async () =>
      (await shownMode(shop, { ...state, mode: "test", accounts })).question;
    await arrive(message());
    expect(await question()).toEqual([
      "Once the site is live, customers pay real money by Stripe and PayPal.",
    ]);
    await offerTransfers(shop.database);
    const paid = await shop.database.read
      .selectFrom("payment_ledger")
      .selectAll()
      .executeTakeFirstOrThrow();
    const tests = ["stripe-test", "sandbox"].map((provider) => ({
      ...paid,
      id: newId(),
      provider,
    }));
    await shop.database.write((tx) => tx.insertInto("payment_ledger").values(tests).execute());
    expect(await question()).toEqual([
      "Once the site is live, customers pay real money by Stripe, PayPal, and bank transfer.",
      expect.stringContaining("1 order was paid with test payments. It stays, and counts"),
    ]);
  });
});
