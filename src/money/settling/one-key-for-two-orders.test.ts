import { expect, onTestFinished, test } from "vitest";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { ledgerOf } from "../../../tests/support/payments/checkout.ts";
import { openRefundShop, paidOrder } from "../../../tests/support/payments/refund-shop.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "../manual-payments/record-manual-payment.ts";

/** In some of the rounds both requests read before either request writes. */
const rounds = Array.from({ length: 6 }, (_, round) => `key-${round}`);
const outside = { amount: "149.00", date: "2026-11-20", reference: "T 1" };

/**
 * Expects that one of two simultaneous requests succeeds, and the other is rejected with
 * "key-reused".
 */
async function expectOne(asked: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(asked);
  const refusals = settled.flatMap((each) => (each.status === "rejected" ? each.reason : []));
  expect(refusals).toEqual([expect.objectContaining({ code: "key-reused" })]);
}

async function told({ read }: Database, letter: string) {
  const letters = read.selectFrom("mail_outbox").select("id").where("letter", "=", letter);
  const audited = await read.selectFrom("audit_log").select("action").execute();
  return {
    letters: (await letters.execute()).length,
    audited: audited.filter(({ action }) => /^(Record|Refund)/.test(action)).length,
  };
}

describeOnEachDatabase(
  "Simultaneous requests for two orders with one idempotency key",
  (openDatabase) => {
    test("record one manual payment", async () => {
      const shop = await openShop(await openDatabase());
      const { length } = rounds;
      for (const key of rounds) {
        const orders = [
          await placeOrder(shop, ada, orderForm),
          await placeOrder(shop, ada, orderForm),
        ];
        await expectOne(
          orders.map(({ id }) => recordManualPayment(shop, owner, id, { ...outside, key })),
        );
      }
      expect(await told(shop.database, "paymentReceived")).toEqual({
        letters: length,
        audited: length,
      });
      expect(await ledgerOf(shop)).toHaveLength(length);
    });

    test("record one manual refund", async () => {
      const shop = await openShop(await openDatabase());
      const paid = async (transactionId: string) => {
        const { id } = await placeOrder(shop, ada, orderForm);
        await recordManualPayment(shop, owner, id, { ...outside, key: transactionId });
        return { id, transactionId };
      };
      for (const key of rounds) {
        const orders = [await paid(`a-${key}`), await paid(`b-${key}`)];
        await expectOne(
          orders.map(({ id, transactionId }) =>
            recordManualRefund(shop, owner, id, { ...outside, key, transactionId }),
          ),
        );
      }
      const { length } = rounds;
      expect(await told(shop.database, "moneyReturned")).toEqual({
        letters: length,
        audited: 3 * length,
      });
    });

    test("request one refund from the provider", async () => {
      const shop = await openRefundShop(await openDatabase());
      onTestFinished(() => shop.api.close());
      for (const key of rounds) {
        const orders = [await paidOrder(shop), await paidOrder(shop)];
        shop.api.will([201, shop.refundOf(`R-${key}`, "1.00")]);
        await expectOne(
          orders.map(({ order, transactionId }) =>
            shop.refund({ orderId: order.id, transactionId, amountCents: 100, key }),
          ),
        );
      }
      expect(shop.keysAsked()).toEqual(rounds);
    });
  },
);
