import { afterAll, expect, test } from "vitest";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { cancelForCustomer } from "#money/cancelling/cancel-for-customer.ts";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { listReviews } from "#money/review/read-review.server.ts";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { inSnapshot } from "#platform/database/database.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { offerTransfers } from "../../../tests/support/payments/bank-account.ts";
import {
  approve,
  openSandboxShop,
  type SandboxShop,
} from "../../../tests/support/payments/sandbox-shop.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { chooseBankTransfer } from "./choose-bank-transfer.ts";
import { openWayOf } from "./open-ways.server.ts";
import { paymentProgress } from "./payment-progress.ts";
import { startPayment } from "./start-payment.ts";

const patience = { timeout: scaled(20_000), interval: 100 };

describeStore("Cards and PayPal beside each other", (openDatabase) => {
  const shops: SandboxShop[] = [];
  afterAll(() => Promise.all(shops.map((shop) => shop.close())));

  async function openShop() {
    const shop = await openSandboxShop(await openDatabase(), ["stripe", "standard"]);
    shops.push(shop);
    const order = await placeOrder(shop, ada, orderForm);
    await offerTransfers(shop.database);
    const { read } = shop.database;
    return {
      shop,
      order,
      start: (choices: Parameters<typeof startPayment>[3]) =>
        startPayment(shop, ada, order.id, choices),
      /** Id of the way that was begun, with which a form says that it is left. */
      leave: async () => {
        const found = await findOrder(shop, ada, order.id);
        return (await openWayOf(read, shop.payments, found, shop.clock()))?.id;
      },
      chooseTransfer: (choices: Parameters<typeof chooseBankTransfer>[3]) =>
        chooseBankTransfer(shop, ada, order.id, choices),
      attempts: async () => {
        const attempts = read.selectFrom("payment_attempts").orderBy("id");
        return (await attempts.select("provider").execute()).map(({ provider }) => provider);
      },
      ledger: () =>
        read.selectFrom("payment_ledger").select(["provider", "amount_cents"]).execute(),
      reasons: async () => {
        const reviews = (await Array.fromAsync(listReviews(shop, owner))).flat();
        return reviews.map(({ reason }) => reason);
      },
    };
  }
  const paid = { action: "pay", outcome: "completed-window-closed" };

  test("take a payment in the way that the customer chooses, else in the first", async () => {
    const { start, leave, attempts } = await openShop();
    expect(await start({})).toMatchObject({ kind: "redirect" });
    expect(await start({ way: "card" })).toMatchObject({ kind: "redirect" });
    expect(await start({ way: "paypal", left: await leave() })).toMatchObject({ kind: "form" });
    await expect(start({ way: "cheque" })).rejects.toMatchObject({ code: "conflict" });
    expect(await attempts()).toEqual(["sandbox-stripe", "sandbox-stripe", "sandbox"]);
  });

  test("do not continue an attempt in another way, but do in the same", async () => {
    const { start, leave, attempts } = await openShop();
    await start({ way: "card", resumes: true });
    await start({ way: "card", resumes: true });
    await start({ way: "paypal", resumes: true, left: await leave() });
    await start({ way: "card", resumes: true, left: await leave() });
    // The first session is closed, so it is not continued.
    expect(await attempts()).toEqual(["sandbox-stripe", "sandbox", "sandbox-stripe"]);
  });

  test("do not continue an attempt that was left for a transfer", async () => {
    const { start, leave, attempts, chooseTransfer } = await openShop();
    await start({ way: "paypal", resumes: true });
    await chooseTransfer({ left: await leave() });
    await start({ way: "paypal", resumes: true, left: "transfer" });
    expect(await attempts()).toEqual(["sandbox", "sandbox"]);
  });

  test("block another way until the customer says that the begun way is left", async () => {
    const { start, leave, attempts, chooseTransfer } = await openShop();
    await start({ way: "card" });
    const card = await leave();
    const refused = { code: "conflict", extra: { openWay: card } };
    await expect(start({ way: "paypal" })).rejects.toMatchObject(refused);
    await expect(start({ way: "paypal", left: "another" })).rejects.toMatchObject(refused);
    await expect(chooseTransfer({})).rejects.toMatchObject(refused);
    await start({ way: "paypal", left: card });
    await expect(start({ way: "card", left: card })).rejects.toMatchObject({ code: "conflict" });
    await chooseTransfer({ left: await leave() });
    expect(await leave()).toBe("transfer");
    await expect(start({ way: "card" })).rejects.toMatchObject({ extra: { openWay: "transfer" } });
    await start({ way: "card", left: "transfer" });
    expect(await attempts()).toEqual(["sandbox-stripe", "sandbox", "sandbox-stripe"]);
  });

  test("close the card session at Stripe when another way or session starts", async () => {
    const { start, leave } = await openShop();
    const [first, second] = [await start({ way: "card" }), await start({ way: "card" })];
    await start({ way: "paypal", left: await leave() });
    for (const session of [first, second]) {
      expect(await (await approve(session, paid)).text()).toContain("This checkout has expired.");
    }
  });

  const manual = { amount: "149.00", date: "2026-11-20", reference: "Cash", key: "k".repeat(20) };
  type Ends = (shop: SandboxShop, orderId: string) => Promise<unknown>;
  test.each<[string, Ends]>([
    ["the customer cancels the order", (shop, id) => cancelOrder(shop, ada, id)],
    ["the owner cancels the order", (shop, id) => cancelForCustomer(shop, owner, id)],
    ["the owner records a payment", (shop, id) => recordManualPayment(shop, owner, id, manual)],
  ])("close the card session at Stripe after %s", async (_, end) => {
    const { shop, order, start } = await openShop();
    const card = await start({ way: "card" });
    await end(shop, order.id);
    const { read } = shop.database;
    const left = () => read.selectFrom("payment_attempts").select("left_at").execute();
    await expect.poll(left, patience).toEqual([{ left_at: expect.any(Number) }]);
    expect(await (await approve(card, paid)).text()).toContain("This checkout has expired.");
  });

  test("say that the payment page expired, and not that a card was declined", async () => {
    const { shop, order, start } = await openShop();
    const farewell = await approve(await start({ way: "card" }), {
      action: "pay",
      outcome: "expired",
    });
    const text = await farewell.text();
    expect(text).toContain("expired, and nothing was charged");
    expect(text).not.toContain("You have paid");
    const progress = () => paymentProgress(shop, ada, order.id);
    const expired = { state: "declined", providerName: "Stripe", hasExpired: true };
    await expect.poll(progress, patience).toEqual(expired);
  });

  test("ask for a decision when the card was paid before the order was cancelled", async () => {
    const { shop, order, start, ledger } = await openShop();
    await approve(await start({ way: "card" }), { action: "pay", outcome: "lost" });
    await cancelOrder(shop, ada, order.id);
    await expect.poll(ledger, patience).toHaveLength(2);
  });

  test("start no other payment when the card was paid in the same second", async () => {
    const { shop, order, start, leave, ledger, attempts } = await openShop();
    const card = await start({ way: "card" });
    const left = await leave();
    await approve(card, { action: "pay", outcome: "lost" });
    const made = "has just been made at Stripe";
    await expect(start({ way: "paypal", left })).rejects.toThrow(made);
    expect(await attempts()).toEqual(["sandbox-stripe"]);
    await expect.poll(ledger, patience).toHaveLength(1);
    expect(await leave()).toBeUndefined();
    expect((await findOrder(shop, ada, order.id)).paymentStatus).toBe("Paid");
  });

  test("count a payment in one way after an attempt in the other", async () => {
    const { shop, start, leave, ledger, reasons } = await openShop();
    await start({ way: "card" });
    await approve(await start({ way: "paypal", left: await leave() }), paid);
    await expect.poll(ledger, patience).toEqual([{ provider: "sandbox", amount_cents: 14900 }]);
    expect(await reasons()).toEqual([]);
    await expect(start({ way: "card" })).rejects.toThrow("This order is already paid.");
    expect((await inSnapshot(shop.database, checkLedger)).differences).toEqual([]);
  });

  test("ask for a decision when a customer has paid in both ways", async () => {
    const { shop, start, leave, ledger, reasons } = await openShop();
    // PayPal closes no checkout, so a customer who says that it is left can still pay there.
    const paypal = await start({ way: "paypal" });
    const card = await start({ way: "card", left: await leave() });
    await approve(paypal, paid);
    await expect.poll(ledger, patience).toHaveLength(1);
    await approve(card, paid);
    await expect.poll(ledger, patience).toHaveLength(2);
    expect(await reasons()).toEqual(["The order was already paid: this is a second payment."]);
    expect((await inSnapshot(shop.database, checkLedger)).differences).toEqual([]);
  });

  test("take no card for less than 50 cents, and PayPal where no way was chosen", async () => {
    const { shop, start, leave, order } = await openShop();
    await shop.database.write((tx) =>
      tx.updateTable("orders").set({ price_cents: 49 }).where("id", "=", order.id).execute(),
    );
    await expect(start({ way: "card" })).rejects.toThrow("Cards pay $0.50 or more");
    expect(await leave()).toBeUndefined();
    expect(await start({})).toMatchObject({ kind: "form" });
    expect(await start({ way: "paypal" })).toMatchObject({ kind: "form" });
  });
});
