import { startPayment } from "#money/paying/start-payment.ts";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import {
  attemptsOf,
  type PaymentAttempt,
} from "#payments/attempts/payment-attempt-store.server.ts";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { ada, openShop, orderForm } from "../orders/shop.ts";
import { reviewsOf } from "./checkout.ts";
import { type Notice, type Protocol, protocols, type Sender, type Told } from "./protocols.ts";

/**
 * A shop whose provider speaks a protocol, with an order of Ada's in checkout and the notifications
 * that the provider sends about it. Without `isLive`, the provider moves no real money.
 */
export async function openProtocolCheckout(
  database: Database,
  protocol: Protocol,
  { isLive = true } = {},
) {
  const { create, notice, asksAboutWonDisputes } = protocols[protocol];
  const publicUrl = "http://localhost:3000";
  const genuine = create({ isLive, publicUrl, clock: () => Date.now() });
  const answers: { given: "true" | "invalid" | "none" } = { given: "true" };
  const shop = await openShop(database, {
    publicUrl,
    provider: {
      ...genuine,
      async verify(notification, signal) {
        if (answers.given === "none") throw new Error("The provider does not answer.");
        return answers.given === "invalid" ? "invalid" : genuine.verify(notification, signal);
      },
    },
  });
  const reviews = reviewsOf(shop);

  /** Starts another payment of an order. */
  async function attemptFor(orderId: string, customer: Actor = ada) {
    await startPayment(shop, customer, orderId, { again: true });
    const attempt = (await attemptsOf(database.read, [orderId])).at(-1);
    if (attempt === undefined) throw new Error("No attempt was recorded.");
    return { attempt, ...messagesAbout(attempt) };
  }
  const messagesAbout = (attempt: PaymentAttempt) => ({
    /** A notification about this attempt, by default that the whole amount has arrived. */
    message: (told: Told = {}, from?: Sender) => notice(attempt, told, from),
  });
  /** A further order in checkout. */
  async function another(customer: Actor = ada) {
    const order = await placeOrder(shop, customer, orderForm);
    const status = async () => (await findOrder(shop, customer, order.id)).paymentStatus;
    return { order, status, ...(await attemptFor(order.id, customer)) };
  }

  const receive = ({ body, headers }: Notice) => shop.payments.receive(body, headers(shop.clock()));
  return {
    ...reviews,
    ...(await another()),
    shop,
    attemptFor,
    another,
    receive,
    /** Replaces what the provider answers when it is asked about a notification. */
    answers,
    async arrive(...messages: readonly Notice[]) {
      for (const each of messages) {
        await receive(each);
        await shop.verifyAll();
        shop.time.now += 1;
      }
    },
    /** Accepts won disputes over a protocol in which they say nothing about money. */
    async acceptWonDisputes() {
      if (!asksAboutWonDisputes) return;
      for (const { id, message } of await reviews.reviews()) {
        if (message?.kind === "reversal-cancelled")
          await reviews.decide(id, { decision: "accept" });
      }
    },
  };
}
