import { describe, expect, test } from "vitest";
import { paymentEmail } from "#content/blocks/payment-email.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { updateRecord } from "#content/records/save-block.ts";
import { findOrder } from "#orders/find-order.ts";
import { system } from "#policy/actor.ts";
import { spentTotalCents } from "#sales/order-totals.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada } from "../../../tests/support/orders/shop.ts";
import { ledgerOf, openCheckout, outcomesOf } from "../../../tests/support/payments/checkout.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import {
  describeProtocols,
  type Sender,
  type Told,
} from "../../../tests/support/payments/protocols.ts";

/** Notifications of a payment that do not match its attempt. */
const wrong: Readonly<Record<string, Told>> = {
  "an amount of one cent": { cents: 1 },
  "an amount that is too large": { cents: 14_901 },
  "a negative amount": { amount: "-149.00" },
  "a fraction of a cent more": { amount: "149.001" },
  "an amount that is not a number": { amount: "1.49e2" },
  "no amount": { amount: "" },
  "another currency": { currency: "EUR" },
  "no currency": { currency: null },
  "another receiver": { receiver: "acct_of_eve" },
  "no transaction": { id: null },
  "another order": { order: "another" },
  "no attempt": { attempt: null },
  "an unknown attempt": { attempt: "unknown" },
};

describeStore("A verified notification", (openDatabase) => {
  describeProtocols((protocol) => {
    const checkout = async (options = {}) =>
      openProtocolCheckout(await openDatabase(), protocol, options);

    test("makes the order Paid if amount, currency and receiver match", async () => {
      const { shop, order, status, message, arrive } = await checkout();
      await arrive(message());
      expect(await status()).toBe("Paid");
      expect(await outcomesOf(shop)).toEqual(["applied"]);
      expect(await ledgerOf(shop)).toEqual([{ kind: "payment", amount_cents: 14900 }]);
      expect((await findOrder(shop, ada, order.id)).paidAt).toBe(shop.time.now - 1);
      expect(await spentTotalCents(shop, ada)).toBe(14900);
    });

    test("leaves the order UnPaid unless all its data and its status match", async () => {
      const { shop, status, message, arrive } = await checkout();
      const told: string[] = [];
      const tell = async (what: string, said: Told) => {
        await arrive(message({ id: what.replaceAll(" ", "-"), ...said }));
        told.push(`${what}: ${(await outcomesOf(shop)).at(-1)} ${await status()}`);
      };
      for (const [what, said] of Object.entries(wrong)) await tell(what, said);
      expect(told).toEqual(Object.keys(wrong).map((what) => `${what}: review UnPaid`));
      for (const kind of ["pending", "failed"] as const) await tell(kind, { kind });
      expect(told.slice(-2)).toEqual(["pending: no-effect UnPaid", "failed: no-effect UnPaid"]);
      expect([await ledgerOf(shop), await spentTotalCents(shop, ada)]).toEqual([[], 0]);
    });

    test("makes the order Paid, whether the report that it is pending arrives earlier or later", async () => {
      const kinds = ["pending", "completed"] as const;
      for (const arrives of [kinds, kinds.toReversed()]) {
        const { arrive, message, status } = await checkout();
        await arrive(...arrives.map((kind) => message({ kind })));
        expect(await status()).toBe("Paid");
      }
    });

    test("leaves the order UnPaid and needs review if its transaction belongs to another order", async () => {
      const { shop, another, message, arrive } = await checkout();
      await arrive(message());
      const other = await another();
      await arrive(other.message());
      expect(await other.status()).toBe("UnPaid");
      expect(await outcomesOf(shop)).toEqual(["applied", "review"]);
      await arrive(other.message({ id: "TXN2" }));
      expect(await other.status()).toBe("Paid");
    });

    test.each<[Sender, boolean, string]>([
      ["genuine", true, "Paid"],
      ["forged", true, "UnPaid"],
      ["forged", false, "UnPaid"],
      ["test", true, "UnPaid"],
    ])(
      "of a %s payment, on a live site: %s, leaves the order %s",
      async (from, isLive, expected) => {
        const { arrive, message, status } = await checkout({ isLive });
        await arrive(message({}, from));
        expect(await status()).toBe(expected);
      },
    );

    test("has no effect before the provider has confirmed it", async () => {
      const { answers, arrive, message, status, shop } = await checkout();
      answers.given = "none";
      await arrive(message());
      expect(await outcomesOf(shop)).toEqual([null]);
      answers.given = "true";
      shop.time.now += 60_000;
      await shop.verifyAll();
      expect(await status()).toBe("Paid");
    });
  });

  // Only Payments Standard names the receiver by the address that the owner has set, and has more
  // statuses than the other protocols.
  describe("over the standard protocol only", () => {
    const checkout = async () => openCheckout(await openDatabase());

    test("leaves the order UnPaid with a repeated field, no receiver or another status", async () => {
      const { shop, status, message, arrive } = await checkout();
      const repeated = ["mc_gross=149.00", "payment_status=Completed", "business=till@example.org"];
      await arrive(
        message({ business: "", receiver_email: "" }),
        ...repeated.map((again, index) =>
          Buffer.concat([message({ txn_id: `T${index}` }), Buffer.from(`&${again}`)]),
        ),
        message({ payment_status: "Shipped" }),
      );
      expect(await outcomesOf(shop)).toEqual([...Array(4).fill("review"), "no-effect"]);
      expect([await status(), await ledgerOf(shop)]).toEqual(["UnPaid", []]);
    });

    test("makes the order Paid if one of its two receiver addresses is the attempt's receiver, ignoring case", async () => {
      for (const receivers of [
        { business: "TILL@example.org", receiver_email: "primary@example.org" },
        { business: "other@example.org", receiver_email: "Till@Example.org" },
      ]) {
        const { status, message, arrive } = await checkout();
        await arrive(message(receivers));
        expect(await status()).toBe("Paid");
      }
    });

    test("must name the receiver of the attempt, not a payment email that was set later", async () => {
      const { shop, status, message, arrive } = await checkout();
      const [record] = await listRecords(shop.database.read, paymentEmail);
      const later = { paypalEmail: "later@example.org" };
      await updateRecord(shop, system, paymentEmail, record?._id ?? "", later);
      await arrive(message({ business: later.paypalEmail, receiver_email: later.paypalEmail }));
      expect(await status()).toBe("UnPaid");
      await arrive(message({ txn_id: "TXN2" }));
      expect(await status()).toBe("Paid");
    });
  });
});
