import { afterAll, expect, test } from "vitest";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { listReviews } from "#money/review/read-review.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { inSnapshot } from "#platform/database/database.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import {
  approve,
  openSandboxShop,
  type SandboxShop,
} from "../../../tests/support/payments/sandbox-shop.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { startPayment } from "./start-payment.ts";

const patience = { timeout: scaled(20_000), interval: 100 };

describeStore("Cards and PayPal beside each other", (openDatabase) => {
  const shops: SandboxShop[] = [];
  afterAll(() => Promise.all(shops.map((shop) => shop.close())));

  async function openShop() {
    const shop = await openSandboxShop(await openDatabase(), ["stripe", "standard"]);
    shops.push(shop);
    const order = await placeOrder(shop, ada, orderForm);
    const { read } = shop.database;
    return {
      shop,
      order,
      start: (choices: Parameters<typeof startPayment>[3]) =>
        startPayment(shop, ada, order.id, choices),
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
    const { start, attempts } = await openShop();
    expect(await start({})).toMatchObject({ kind: "redirect" });
    expect(await start({ way: "card" })).toMatchObject({ kind: "redirect" });
    expect(await start({ way: "paypal" })).toMatchObject({ kind: "form" });
    await expect(start({ way: "cheque" })).rejects.toMatchObject({ code: "conflict" });
    expect(await attempts()).toEqual(["sandbox-stripe", "sandbox-stripe", "sandbox"]);
  });

  test("do not continue an attempt in another way, but do in the same", async () => {
    const { start, attempts } = await openShop();
    await start({ way: "card", resumes: true });
    await start({ way: "card", resumes: true });
    await start({ way: "paypal", resumes: true });
    expect(await attempts()).toEqual(["sandbox-stripe", "sandbox"]);
  });

  test("count a payment in one way after an attempt in the other", async () => {
    const { shop, start, ledger, reasons } = await openShop();
    await start({ way: "card" });
    await approve(await start({ way: "paypal" }), paid);
    await expect.poll(ledger, patience).toEqual([{ provider: "sandbox", amount_cents: 14900 }]);
    expect(await reasons()).toEqual([]);
    await expect(start({ way: "card" })).rejects.toThrow("This order is already paid.");
    expect((await inSnapshot(shop.database, checkLedger)).differences).toEqual([]);
  });

  test("ask for a decision when a customer has paid in both ways", async () => {
    const { shop, start, ledger, reasons } = await openShop();
    const [card, paypal] = [await start({ way: "card" }), await start({ way: "paypal" })];
    await approve(paypal, paid);
    await expect.poll(ledger, patience).toHaveLength(1);
    await approve(card, paid);
    await expect.poll(ledger, patience).toHaveLength(2);
    expect(await reasons()).toEqual(["The order was already paid: this is a second payment."]);
    expect((await inSnapshot(shop.database, checkLedger)).differences).toEqual([]);
  });
});
