import { afterAll, beforeAll, expect, test } from "vitest";
import { placeOrder } from "#orders/placing/place-order.ts";
import { createPaypalRest } from "#payments/paypal-rest/paypal-rest.ts";
import { visitor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  ada,
  ben,
  fieldsOf,
  notificationFor,
  openShop,
  orderForm,
  owner,
} from "../../../tests/support/orders/shop.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import { openPaypalApi, paypalAccount } from "../../../tests/support/payments/paypal-api.ts";
import { openReviews } from "../../../tests/support/payments/reviews.ts";
import { openVerifier, type Verifier } from "../../../tests/support/payments/verifier.ts";
import { cancelOrder } from "../cancelling/cancel-order.ts";
import { paymentProgress } from "./payment-progress.ts";
import { startPayment } from "./start-payment.ts";

let verifier: Verifier;
beforeAll(async () => {
  verifier = await openVerifier("VERIFIED");
});
afterAll(() => verifier.close());

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

describeOnEachDatabase("The progress of a payment that has not arrived", (openDatabase) => {
  test("is derived correctly from each listed sequence of notifications", async () => {
    const { shop, arrive } = await openCheckout(await openDatabase(), verifier.url);
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
    const { shop, order, message, receive } = await openCheckout(
      await openDatabase(),
      verifier.url,
    );
    await receive(message(said.pending));
    expect(await paymentProgress(shop, ada, order.id)).toBeNull();
    verifier.answer = "INVALID";
    await shop.verifyAll();
    expect(await paymentProgress(shop, ada, order.id)).toBeNull();
    verifier.answer = "VERIFIED";
    await receive(message(said.otherPending));
    await shop.verifyAll();
    expect(await paymentProgress(shop, ada, order.id)).toEqual(pending);
  });

  test("ignores a declined payment once the customer starts another payment", async () => {
    const { shop, order, message, arrive } = await openCheckout(await openDatabase(), verifier.url);
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

  test("is shown for a cancelled order until its money arrives", async () => {
    const { shop, order, message, arrive } = await openCheckout(await openDatabase(), verifier.url);
    await arrive(message(said.pending));
    await cancelOrder(shop, ada, order.id);
    expect(await paymentProgress(shop, ada, order.id)).toEqual(pending);
    await arrive(message(said.completed));
    expect(await paymentProgress(shop, ada, order.id)).toBeNull();
  });

  test("is “in question” until an admin decides", async () => {
    const { shop, order, message, arrive, onlyReview, decide } = await openReviews(
      await openDatabase(),
      verifier.url,
    );
    await arrive(message(said.wrong));
    const { id } = await onlyReview();
    expect(await paymentProgress(shop, ada, order.id)).toEqual(inQuestion);
    await decide(id, { decision: "dismiss", note: "Sent back by hand." });
    expect(await paymentProgress(shop, ada, order.id)).toBeNull();
  });

  test("is “in question” if the transaction was applied to another order", async () => {
    const { shop, message, arrive } = await openCheckout(await openDatabase(), verifier.url);
    await arrive(message());
    const other = await placeOrder(shop, ada, orderForm);
    await arrive(notificationFor(fieldsOf(await startPayment(shop, ada, other.id))));
    expect(await paymentProgress(shop, ada, other.id)).toEqual(inQuestion);
  });

  test("is hidden from other customers and from visitors", async () => {
    const { shop, order } = await openCheckout(await openDatabase(), verifier.url);
    const ask = (actor: typeof ada) => paymentProgress(shop, actor, order.id);
    await expect(ask(ben)).rejects.toMatchObject({ code: "not-found" });
    await expect(ask(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await ask(owner)).toBeNull();
  });

  test("is “declined” if the provider refuses the capture", async () => {
    const api = await openPaypalApi();
    const provider = createPaypalRest({
      name: "paypal",
      endpoints: { apiUrl: api.apiUrl, approvalOrigin: "https://pay.example" },
      credentials: { ...paypalAccount, webhookId: "WEBHOOK" },
      isLive: true,
      clock: () => Date.now(),
    });
    const shop = await openShop(await openDatabase(), { provider });
    const order = await placeOrder(shop, ada, orderForm);
    const approve = { rel: "payer-action", href: "https://pay.example/checkoutnow?token=CHECKOUT" };
    api.will([200, { id: "CHECKOUT", status: "PAYER_ACTION_REQUIRED", links: [approve] }]);
    await startPayment(shop, ada, order.id);
    await shop.payments.customerReturned(order.id, new URLSearchParams({ token: "CHECKOUT" }));
    expect(await paymentProgress(shop, ada, order.id)).toBeNull();
    api.will([422, { details: [{ issue: "INSTRUMENT_DECLINED" }] }]);
    await shop.verifyAll();
    expect(await paymentProgress(shop, ada, order.id)).toEqual(declined);
    await api.close();
  });
});
