import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases.ts";
import {
  ada,
  formType,
  notificationFor,
  openShop,
  orderForm,
  orderInCheckout,
} from "../../tests/support/shop.ts";
import { openVerifier, type Verifier } from "../../tests/support/verifier.ts";
import { paymentEmail } from "../content/blocks/payment-email.ts";
import { listRecords } from "../content/content-store.server.ts";
import { updateRecord } from "../content/save-block.ts";
import { findAttempt } from "../payments/payment-attempt-store.server.ts";
import { verifyNextNotification } from "../payments/verify-notification.ts";
import type { Database } from "../platform/database.ts";
import { system } from "../policy/actor.ts";
import { cancelOrder } from "./cancel-order.ts";
import { findOrder } from "./find-order.ts";
import { spentTotalCents } from "./order-totals.ts";
import { placeOrder } from "./place-order.ts";
import { startPayment } from "./start-payment.ts";

let verifier: Verifier;
beforeAll(async () => {
  verifier = await openVerifier("VERIFIED");
});
afterAll(() => verifier.close());

describeOnEachDatabase("A verified notification", (openDatabase) => {
  async function checkout() {
    const shop = await openShop(await openDatabase(), { verifyUrl: verifier.url });
    const { order, fields } = await orderInCheckout(shop);
    const status = async () => (await findOrder(shop, ada, order.id)).paymentStatus;
    const message = (otherwise?: Record<string, string>) => notificationFor(fields, otherwise);
    async function arrive(...messages: Buffer[]) {
      for (const raw of messages) {
        await shop.payments.receive(raw, formType);
        await shop.verifyAll();
        shop.time.now += 1;
      }
    }
    return { shop, order, fields, status, message, arrive };
  }

  const outcomes = async ({ read }: Database) =>
    (await read.selectFrom("payment_notifications").select("outcome").orderBy("id").execute()).map(
      ({ outcome }) => outcome,
    );
  const ledger = ({ read }: Database) =>
    read.selectFrom("payment_ledger").select(["kind", "amount_cents"]).orderBy("id").execute();

  test("that matches makes the order Paid", async () => {
    const { shop, order, status, message, arrive } = await checkout();
    await arrive(message());
    expect(await status()).toBe("Paid");
    expect(await outcomes(shop.database)).toEqual(["applied"]);
    expect(await ledger(shop.database)).toEqual([{ kind: "payment", amount_cents: 14900 }]);
    expect((await findOrder(shop, ada, order.id)).paidAt).toBe(shop.time.now - 1);
    expect(await spentTotalCents(shop, ada)).toBe(14900);
  });

  test.each([
    ["one cent", { mc_gross: "0.01" }],
    ["too much", { mc_gross: "149.01" }],
    ["a negative amount", { mc_gross: "-149.00" }],
    ["a fraction of a cent more", { mc_gross: "149.001" }],
    ["an amount in words", { mc_gross: "1.49e2" }],
    ["no amount", { mc_gross: "" }],
    ["another currency", { mc_currency: "EUR" }],
    ["no currency", { mc_currency: "" }],
    ["another receiver", { business: "eve@example.org", receiver_email: "eve@example.org" }],
    ["no receiver", { business: "", receiver_email: "" }],
    ["no transaction", { txn_id: "" }],
    ["another order", { invoice: "another" }],
    ["no attempt", { custom: "" }],
    ["an unknown attempt", { custom: "unknown" }],
  ])("with %s leaves the order unpaid, for review", async (_what, otherwise) => {
    const { shop, status, message, arrive } = await checkout();
    await arrive(message(otherwise));
    expect(await status()).toBe("UnPaid");
    expect(await outcomes(shop.database)).toEqual(["review"]);
    expect(await ledger(shop.database)).toEqual([]);
    expect(await spentTotalCents(shop, ada)).toBe(0);
  });

  test.each(["mc_gross=149.00", "payment_status=Completed", "business=till%40example.org"])(
    "with %s twice leaves the order unpaid, for review",
    async (again) => {
      const { shop, status, message, arrive } = await checkout();
      await arrive(Buffer.concat([message(), Buffer.from(`&${again}`)]));
      expect(await status()).toBe("UnPaid");
      expect(await outcomes(shop.database)).toEqual(["review"]);
    },
  );

  test.each(["Pending", "Denied", "Failed", "Expired", "Voided", "Processed", "Shipped"])(
    "that says %s leaves the order unpaid",
    async (payment_status) => {
      const { shop, status, message, arrive } = await checkout();
      await arrive(message({ payment_status }));
      expect(await status()).toBe("UnPaid");
      expect(await outcomes(shop.database)).toEqual(["no-effect"]);
    },
  );

  test("is for us by the account's primary address or by the one handed off, without case", async () => {
    for (const receivers of [
      { business: "TILL@example.org", receiver_email: "primary@example.org" },
      { business: "other@example.org", receiver_email: "Till@Example.org" },
    ]) {
      const { status, message, arrive } = await checkout();
      await arrive(message(receivers));
      expect(await status()).toBe("Paid");
    }
  });

  test("is compared with the receiver handed off, not with a later one", async () => {
    const { shop, status, message, arrive } = await checkout();
    const [record] = await listRecords(shop.database.read, paymentEmail);
    const later = { paypalEmail: "later@example.org" };
    await updateRecord(shop, system, paymentEmail, record?._id ?? "", later);
    await arrive(
      message({ ...{ business: later.paypalEmail, receiver_email: later.paypalEmail } }),
    );
    expect(await status()).toBe("UnPaid");
    await arrive(message({ txn_id: "TXN2" }));
    expect(await status()).toBe("Paid");
  });

  test("pays Pending at Completed, and a late Pending takes nothing back", async () => {
    const first = await checkout();
    await first.arrive(first.message({ payment_status: "Pending" }), first.message());
    expect(await first.status()).toBe("Paid");
    const second = await checkout();
    await second.arrive(second.message(), second.message({ payment_status: "Pending" }));
    expect(await second.status()).toBe("Paid");
  });

  test("with a transaction of another order pays nothing, for review", async () => {
    const { shop, message, arrive } = await checkout();
    await arrive(message());
    const other = await placeOrder(shop, ada, orderForm);
    const { fields } = await startPayment(shop, ada, other.id);
    await arrive(notificationFor(Object.fromEntries(fields)));
    expect((await findOrder(shop, ada, other.id)).paymentStatus).toBe("UnPaid");
    expect(await outcomes(shop.database)).toEqual(["applied", "review"]);
    await arrive(notificationFor(Object.fromEntries(fields), { txn_id: "TXN2" }));
    expect((await findOrder(shop, ada, other.id)).paymentStatus).toBe("Paid");
  });

  test("pays once, a hundred times at once over several workers", async () => {
    const { shop, order, status, message } = await checkout();
    const sending = Array.from({ length: 100 }, () => shop.payments.receive(message(), formType));
    await Promise.all(sending);
    await Promise.all(Array.from({ length: 8 }, () => shop.verifyAll()));
    expect(await status()).toBe("Paid");
    expect(await ledger(shop.database)).toHaveLength(1);
    const applied = (await outcomes(shop.database)).filter((outcome) => outcome === "applied");
    expect(applied).toHaveLength(1);
    const repeated = (await outcomes(shop.database)).filter((outcome) => outcome === "no-effect");
    expect(repeated).toHaveLength(99);
    await expect(cancelOrder(shop, ada, order.id)).rejects.toMatchObject({ code: "conflict" });
  });

  test("pays an order that was cancelled, and asks for review", async () => {
    const { shop, order, status, message, arrive } = await checkout();
    await cancelOrder(shop, ada, order.id);
    expect(await status()).toBe("Cancelled");
    await arrive(message());
    expect(await status()).toBe("Paid");
    const reviewed = shop.database.read.selectFrom("payment_notifications").selectAll();
    expect(await reviewed.executeTakeFirst()).toMatchObject({
      outcome: "review",
      outcome_reason: "It came after the order was cancelled. The order is Paid now.",
    });
    expect(await spentTotalCents(shop, ada)).toBe(14900);
  });

  test("that is being applied holds a cancellation up, which then finds the order Paid", async () => {
    const { shop, order, status, message } = await checkout();
    await shop.payments.receive(message(), formType);
    let applied = () => {};
    const applying = new Promise<void>((resolve) => {
      applied = resolve;
    });
    const onVerified: typeof shop.onVerified = async (tx, notification) => {
      const settlement = await shop.onVerified(tx, notification);
      applied();
      await new Promise((resolve) => setTimeout(resolve, 150));
      return settlement;
    };
    const verifying = verifyNextNotification({ ...shop, onVerified }, new AbortController().signal);
    await applying;
    await expect(cancelOrder(shop, ada, order.id)).rejects.toMatchObject({ code: "conflict" });
    await verifying;
    expect(await status()).toBe("Paid");
    expect(await ledger(shop.database)).toHaveLength(1);
  });

  test("and a cancellation at the same moment end at Paid", async () => {
    for (let round = 0; round < 8; round++) {
      const { shop, order, status, message } = await checkout();
      await shop.payments.receive(message(), formType);
      const signal = new AbortController().signal;
      await Promise.allSettled([
        verifyNextNotification(shop, signal),
        new Promise((resolve) => setTimeout(resolve, round)).then(() =>
          cancelOrder(shop, ada, order.id),
        ),
      ]);
      expect(await status()).toBe("Paid");
    }
  });

  test("about a second payment for one order is entered, for review", async () => {
    const { shop, status, message, arrive } = await checkout();
    await arrive(message(), message({ txn_id: "TXN2" }));
    expect(await outcomes(shop.database)).toEqual(["applied", "review"]);
    expect(await spentTotalCents(shop, ada)).toBe(14900);
    await arrive(
      message({
        txn_id: "REF2",
        parent_txn_id: "TXN2",
        payment_status: "Refunded",
        mc_gross: "-149.00",
      }),
    );
    expect(await status()).toBe("Paid");
  });

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
  ] as const)("of %s is derived the same in any order", async (_what, expected, back) => {
    const all: Record<string, string>[] = [{}, ...back];
    const arrangements = all.flatMap((_, shift) => {
      const turned = [...all.slice(shift), ...all.slice(0, shift)];
      return [turned, turned.toReversed()];
    });
    for (const arrangement of arrangements) {
      const { shop, status, message, arrive } = await checkout();
      await arrive(...arrangement.map((otherwise) => message(otherwise)));
      expect(await status()).toBe(expected);
      expect(await spentTotalCents(shop, ada)).toBe(expected === "Paid" ? 14900 : 0);
      expect(await ledger(shop.database)).toHaveLength(all.length);
    }
  });

  test("about money back is for review when it says nonsense", async () => {
    const { shop, status, message, arrive } = await checkout();
    await arrive(
      message(),
      message({ ...moneyBack.refund, mc_gross: "149.00" }),
      message({ ...moneyBack.reversal, parent_txn_id: "", mc_gross: "-149.00" }),
      message({ ...moneyBack.returned, mc_gross: "-149.00" }),
    );
    expect(await status()).toBe("Paid");
    expect(await outcomes(shop.database)).toEqual(["applied", "review", "review", "review"]);
  });

  test("about money back finds its order by the payment when it names no attempt", async () => {
    const { status, message, arrive } = await checkout();
    const back = { ...moneyBack.refund, mc_gross: "-149.00", custom: "", invoice: "" };
    await arrive(message(), message(back));
    expect(await status()).toBe("Refunded");
  });

  test("enters a transaction once, even when it is applied again", async () => {
    const { shop, fields, message, arrive } = await checkout();
    await arrive(message());
    const attempt = await findAttempt(shop.database.read, shop.provider.name, fields.custom ?? "");
    const stored = shop.database.read.selectFrom("payment_notifications").select("id");
    const { id } = await stored.executeTakeFirstOrThrow();
    const again = await shop.database.write((tx) =>
      shop.onVerified(tx, {
        id,
        provider: shop.provider.name,
        message: shop.provider.readNotification(message()),
        attempt,
      }),
    );
    expect(again.outcome).toBe("no-effect");
    expect(await ledger(shop.database)).toHaveLength(1);
  });

  test("cannot be taken out of the ledger again", async () => {
    const { shop, message, arrive } = await checkout();
    await arrive(message());
    const removing = shop.database.write((tx) => tx.deleteFrom("payment_ledger").execute());
    await expect(removing).rejects.toThrow("only added to");
    const changing = shop.database.write((tx) =>
      tx.updateTable("payment_ledger").set({ amount_cents: 1 }).execute(),
    );
    await expect(changing).rejects.toThrow("only added to");
  });
});
