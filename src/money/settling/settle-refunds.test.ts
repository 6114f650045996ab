import { expect, test } from "vitest";
import { amountFromCents } from "#platform/money.ts";
import { spentTotalCents } from "#sales/order-totals.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada } from "../../../tests/support/orders/shop.ts";
import { ledgerOf, openCheckout, outcomesOf } from "../../../tests/support/payments/checkout.ts";

describeStore("A notification", (openDatabase) => {
  const checkout = async () => openCheckout(await openDatabase());

  const moneyBack = {
    refund: { payment_status: "Refunded", txn_id: "REF1", parent_txn_id: "TXN1" },
    reversal: { payment_status: "Reversed", txn_id: "REV1", parent_txn_id: "TXN1" },
    returned: { payment_status: "Canceled_Reversal", txn_id: "REV2", parent_txn_id: "TXN1" },
  };

  test.each([
    ["a refund", "Refunded", [{ ...moneyBack.refund, mc_gross: "-149.00" }]],
    ["a partial refund", "Paid", [{ ...moneyBack.refund, mc_gross: "-49.00" }]],
    ["a reversal", "Refunded", [{ ...moneyBack.reversal, mc_gross: "-149.00" }]],
    [
      "a reversal and its cancellation",
      "Paid",
      [
        { ...moneyBack.reversal, mc_gross: "-149.00" },
        { ...moneyBack.returned, mc_gross: "149.00" },
      ],
    ],
  ] as const)(
    "of %s has the same result whether it arrives before or after its payment",
    async (_what, expected, back) => {
      const all: Record<string, string>[] = [{}, ...back];
      for (const arrangement of [all, all.toReversed()]) {
        const { shop, status, message, arrive } = await checkout();
        await arrive(...arrangement.map((otherwise) => message(otherwise)));
        expect(await status()).toBe(expected);
        expect(await spentTotalCents(shop, ada)).toBe(expected === "Paid" ? 14900 : 0);
        expect(await ledgerOf(shop)).toHaveLength(all.length);
      }
    },
  );

  test("enters the ledger and needs review if more was refunded or reversed than paid", async () => {
    const refund = { ...moneyBack.refund, mc_gross: "-200.00" };
    const reversal = { ...moneyBack.reversal, mc_gross: "-149.00" };
    for (const back of [[refund], [refund, reversal], [reversal, refund]]) {
      const scene = await openCheckout(await openDatabase());
      const { message, arrive, reviews, decide, status, shop } = scene;
      await arrive(message(), ...back.map((otherwise) => message(otherwise)));
      const cents = -back.reduce((sum, { mc_gross }) => sum + Number(mc_gross) * 100, 0);
      const open = await reviews();
      expect(open.at(-1)?.reason).toBe(
        `${amountFromCents(cents)} USD of the payment TXN1 went back, more than the 149.00 USD that were paid. The order is Refunded.`,
      );
      const entered = await ledgerOf(shop);
      expect(entered).toHaveLength(1 + back.length);
      for (const { id, inLedger, refusals } of open) {
        expect(inLedger).toBe("itself");
        expect(refusals).toMatchObject({ accept: null, dismiss: null });
        expect(refusals.link).toContain("already applied to order");
        expect(refusals.refund).toContain("not about a payment");
        await decide(id, { decision: "accept" });
      }
      expect([await reviews(), await ledgerOf(shop)]).toEqual([[], entered]);
      expect(await status()).toBe("Refunded");
    }
  });

  test("of a refund with invalid data needs review", async () => {
    const { shop, status, message, arrive } = await checkout();
    await arrive(
      message(),
      message({ ...moneyBack.refund, mc_gross: "149.00" }),
      message({ ...moneyBack.reversal, parent_txn_id: "", mc_gross: "-149.00" }),
      message({ ...moneyBack.returned, mc_gross: "-149.00" }),
    );
    expect(await status()).toBe("Paid");
    expect(await outcomesOf(shop)).toEqual(["applied", "review", "review", "review"]);
  });
});
