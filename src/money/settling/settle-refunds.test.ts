import { describe, expect, test } from "vitest";
import { amountFromCents } from "#platform/money.ts";
import { spentTotalCents } from "#sales/order-totals.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { queuedEmails } from "../../../tests/support/mail/queued-emails.ts";
import { ada } from "../../../tests/support/orders/shop.ts";
import { ledgerOf, openCheckout, outcomesOf } from "../../../tests/support/payments/checkout.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import { describeProtocols, type Told } from "../../../tests/support/payments/protocols.ts";

const refund: Told = { kind: "refunded", id: "REF1", of: "TXN1" };
const reversal: Told = { kind: "reversed", id: "REV1", of: "TXN1" };
const returned: Told = { kind: "reversal-cancelled", id: "REV2", reversal: "REV1", of: "TXN1" };

describeStore("A notification", (openDatabase) => {
  describeProtocols((protocol) => {
    const checkout = async () => openProtocolCheckout(await openDatabase(), protocol);

    test.each<[string, string, Told[]]>([
      ["a refund", "Refunded", [refund]],
      ["a partial refund", "Paid", [{ ...refund, cents: 4900 }]],
      ["a reversal", "Refunded", [reversal]],
      ["a reversal and its cancellation", "Paid", [reversal, returned]],
    ])(
      "of %s has the same result whether it arrives before or after its payment",
      async (_what, expected, back) => {
        const all: Told[] = [{}, ...back];
        for (const arrangement of [all, all.toReversed()]) {
          const { shop, status, message, arrive, acceptWonDisputes } = await checkout();
          await arrive(...arrangement.map((told) => message(told)));
          await acceptWonDisputes();
          expect(await status()).toBe(expected);
          expect(await spentTotalCents(shop, ada)).toBe(expected === "Paid" ? 14900 : 0);
          expect(await ledgerOf(shop)).toHaveLength(all.length);
        }
      },
    );

    test("of a refund that failed gives the money back in the ledger and asks to refund in another way, whether it arrives before or after the refund", async () => {
      const failed: Told = { ...refund, kind: "failed" };
      for (const back of [[refund, failed], [failed, refund], [failed]]) {
        const { shop, status, message, arrive, reviews, decide } = await checkout();
        await arrive(message(), ...back.map((told) => message(told)));
        const cents = async () => (await ledgerOf(shop)).map(({ amount_cents }) => amount_cents);
        const open = await reviews();
        if (back.length === 1) {
          expect([await status(), await cents()]).toEqual(["Paid", [14_900]]);
          expect(open).toEqual([]);
          continue;
        }
        const [review] = open;
        expect(open).toMatchObject([{ inLedger: "itself", refusals: { accept: null } }]);
        expect(review?.reason).toBe(
          "The refund of $149.00 failed, so the money is back in your account: refund in another way. The order is Paid.",
        );
        await decide(review?.id ?? "", { decision: "accept" });
        await arrive(...back.map((told) => message(told)));
        expect([await reviews(), await status()]).toEqual([[], "Paid"]);
        expect(await cents()).toEqual([14_900, -14_900, 14_900]);
        const told = await queuedEmails(shop.database, { letter: "refundFailed" });
        expect(told.map(({ subject }) => subject)).toEqual([
          expect.stringMatching(/^The refund of \$149\.00 for order \d+ did not go through$/),
        ]);
      }
    });

    test("enters the ledger and needs review if more was refunded or reversed than paid", async () => {
      const tooMuch = { ...refund, cents: 20_000 };
      for (const back of [[tooMuch], [tooMuch, reversal], [reversal, tooMuch]]) {
        const { message, arrive, reviews, decide, status, shop } = await checkout();
        await arrive(message(), ...back.map((told) => message(told)));
        const cents = back.reduce((sum, told) => sum + (told.cents ?? 14_900), 0);
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

    test("of a reversal that names no payment needs review", async () => {
      const { shop, status, message, arrive } = await checkout();
      await arrive(message(), message({ ...reversal, of: null }));
      expect(await status()).toBe("Paid");
      expect(await outcomesOf(shop)).toEqual(["applied", "review"]);
    });
  });

  // The other protocols write amounts without a sign.
  describe("over the standard protocol only", () => {
    test("of a refund with the sign of a payment needs review", async () => {
      const { shop, status, message, arrive } = await openCheckout(await openDatabase());
      const back = { txn_id: "B1", parent_txn_id: "TXN1" };
      await arrive(
        message(),
        message({ ...back, payment_status: "Refunded", mc_gross: "149.00" }),
        message({ ...back, payment_status: "Canceled_Reversal", mc_gross: "-149.00" }),
      );
      expect(await status()).toBe("Paid");
      expect(await outcomesOf(shop)).toEqual(["applied", "review", "review"]);
    });
  });
});
