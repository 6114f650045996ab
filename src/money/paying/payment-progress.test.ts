import { expect, test } from "vitest";
import { placeOrder } from "#orders/placing/place-order.ts";
import { visitor } from "#policy/actor.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import {
  ada,
  ben,
  fieldsOf,
  notificationFor,
  orderForm,
  owner,
} from "../../../tests/support/orders/shop.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import { paymentProgress } from "./payment-progress.ts";
import { startPayment } from "./start-payment.ts";

const paypal = (state: string) => ({ state, providerName: "PayPal" });
const inQuestion = paypal("in-question");
const pending = paypal("pending");
const declined = paypal("declined");

const said = {
  pending: { payment_status: "Pending", pending_reason: "echeck" },
  denied: { payment_status: "Denied" },
  completed: {},
  wrong: { mc_gross: "1.00" },
  otherPending: { payment_status: "Pending", txn_id: "TXN2" },
  otherDenied: { payment_status: "Denied", txn_id: "TXN2" },
  refunded: {
    payment_status: "Refunded",
    txn_id: "R1",
    parent_txn_id: "TXN1",
    mc_gross: "-149.00",
  },
  refundPending: {
    payment_status: "Pending",
    txn_id: "R1",
    parent_txn_id: "TXN1",
    mc_gross: "-149.00",
  },
} as const;

/**
 * Sequences of notifications about one checkout, and the progress that the customer sees
 * afterwards.
 */
const sequences: readonly (readonly [
  arrives: readonly (keyof typeof said)[],
  progress: ReturnType<typeof paypal> | null,
])[] = [
  [[], null],
  [["pending"], pending],
  [["denied"], declined],
  [["wrong"], inQuestion],
  [["completed"], null],
  [["pending", "completed"], null],
  [["completed", "pending"], null],
  [["pending", "denied"], declined],
  [["denied", "pending"], declined],
  [["pending", "wrong"], inQuestion],
  [["wrong", "pending"], inQuestion],
  [["pending", "pending"], pending],
  [["denied", "otherPending"], pending],
  [["otherPending", "denied"], pending],
  [["otherPending", "denied", "otherDenied"], declined],
  [["wrong", "otherPending"], inQuestion],
  [["wrong", "otherDenied"], inQuestion],
  [["completed", "otherDenied"], null],
  [["completed", "refunded"], null],
  [["completed", "refunded", "pending"], null],
  [["refunded"], null],
  [["refunded", "pending"], pending],
  [["refundPending"], null],
];

describeStore("The progress of a payment that has not arrived", (openDatabase) => {
  test("is derived correctly from each listed sequence of notifications", async () => {
    const { shop, arrive } = await openCheckout(await openDatabase());
    for (const [index, [arrives, progress]] of sequences.entries()) {
      const order = await placeOrder(shop, ada, orderForm);
      const fields = fieldsOf(await startPayment(shop, ada, order.id));
      for (const name of arrives) {
        const message = Buffer.from(notificationFor(fields, said[name])).toString();
        // All sequences share one database, so each order gets its own transaction ids.
        await arrive(Buffer.from(message.replace(/txn_id=\w+/g, `$&-${index}`)));
      }
      const told = await paymentProgress(shop, ada, order.id);
      expect({ arrives, progress: told }).toEqual({ arrives, progress });
    }
  });

  test("is null while the notification is unverified, and stays null when the notification is forged", async () => {
    const { shop, order, message, receive } = await openCheckout(await openDatabase());
    await receive(message(said.pending));
    expect(await paymentProgress(shop, ada, order.id)).toBeNull();
    shop.verification.answer = "invalid";
    await shop.verifyAll();
    expect(await paymentProgress(shop, ada, order.id)).toBeNull();
    shop.verification.answer = "verified";
    await receive(message(said.otherPending));
    await shop.verifyAll();
    expect(await paymentProgress(shop, ada, order.id)).toEqual(pending);
  });

  test("ignores a declined payment once the customer starts another payment", async () => {
    const { shop, order, message, arrive } = await openCheckout(await openDatabase());
    await arrive(message(said.denied));
    const again = fieldsOf(await startPayment(shop, ada, order.id));
    expect(await paymentProgress(shop, ada, order.id)).toBeNull();
    await arrive(message(said.otherPending));
    expect(await paymentProgress(shop, ada, order.id)).toEqual(pending);
    await arrive(notificationFor(again, { payment_status: "Denied", txn_id: "TXN3" }));
    expect(await paymentProgress(shop, ada, order.id)).toEqual(pending);
    await arrive(message(said.otherDenied));
    expect(await paymentProgress(shop, ada, order.id)).toEqual(declined);
  });

  test("is hidden from other customers and from visitors", async () => {
    const { shop, order } = await openCheckout(await openDatabase());
    const ask = (actor: typeof ada) => paymentProgress(shop, actor, order.id);
    await expect(ask(ben)).rejects.toMatchObject({ code: "not-found" });
    await expect(ask(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await ask(owner)).toBeNull();
  });
});
