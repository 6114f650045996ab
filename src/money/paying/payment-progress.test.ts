import { expect, test } from "vitest";
import { visitor } from "#policy/actor.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, ben, owner } from "../../../tests/support/orders/shop.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import {
  describeProtocols,
  protocols,
  type Told,
} from "../../../tests/support/payments/protocols.ts";
import { paymentProgress } from "./payment-progress.ts";

const [pending, declined, inQuestion] = ["pending", "declined", "in-question"] as const;

const said = {
  pending: { kind: "pending" },
  denied: { kind: "failed" },
  completed: {},
  wrong: { cents: 100 },
  otherPending: { kind: "pending", id: "TXN2" },
  otherDenied: { kind: "failed", id: "TXN2" },
  refunded: { kind: "refunded", id: "R1", of: "TXN1" },
  refundPending: { kind: "pending", id: "R1", of: "TXN1" },
} as const satisfies Record<string, Told>;

/**
 * Sequences of notifications about one checkout, and the progress that the customer sees
 * afterwards.
 */
const sequences: readonly (readonly [
  arrives: readonly (keyof typeof said)[],
  progress: "pending" | "declined" | "in-question" | null,
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
  describeProtocols((protocol) => {
    const checkout = async () => openProtocolCheckout(await openDatabase(), protocol);
    const shown = (state: string) => ({
      state,
      providerName: protocols[protocol].displayName,
      // At Stripe, only a debit of a bank account is pending.
      ...(protocol === "stripe" && state === pending && { isSlow: true }),
    });

    test("is derived correctly from each listed sequence of notifications", async () => {
      const { shop, another, arrive } = await checkout();
      for (const [index, [arrives, state]] of sequences.entries()) {
        const { order, message } = await another();
        for (const name of arrives) {
          const { id = "TXN1", of, ...told }: Told = said[name];
          // All sequences share one database, so each order gets its own transaction ids.
          const ids = { id: `${id}-${index}`, ...(of && { of: `${of}-${index}` }) };
          await arrive(message({ ...told, ...ids }));
        }
        const progress = await paymentProgress(shop, ada, order.id);
        expect({ arrives, progress }).toEqual({ arrives, progress: state && shown(state) });
      }
    });

    test("is null while the notification is unverified, and stays null when the notification is forged", async () => {
      const { shop, order, message, receive, answers } = await checkout();
      await receive(message(said.pending));
      expect(await paymentProgress(shop, ada, order.id)).toBeNull();
      answers.given = "invalid";
      await shop.verifyAll();
      expect(await paymentProgress(shop, ada, order.id)).toBeNull();
      answers.given = "true";
      await receive(message(said.otherPending));
      await shop.verifyAll();
      expect(await paymentProgress(shop, ada, order.id)).toEqual(shown(pending));
    });

    test("ignores a declined payment once the customer starts another payment", async () => {
      const { shop, order, attemptFor, message, arrive } = await checkout();
      await arrive(message(said.denied));
      const again = await attemptFor(order.id);
      expect(await paymentProgress(shop, ada, order.id)).toBeNull();
      await arrive(message(said.otherPending));
      expect(await paymentProgress(shop, ada, order.id)).toEqual(shown(pending));
      await arrive(again.message({ kind: "failed", id: "TXN3" }));
      expect(await paymentProgress(shop, ada, order.id)).toEqual(shown(pending));
      await arrive(message(said.otherDenied));
      expect(await paymentProgress(shop, ada, order.id)).toEqual(shown(declined));
    });

    test("is hidden from other customers and from visitors", async () => {
      const { shop, order } = await checkout();
      const ask = (actor: typeof ada) => paymentProgress(shop, actor, order.id);
      await expect(ask(ben)).rejects.toMatchObject({ code: "not-found" });
      await expect(ask(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
      expect(await ask(owner)).toBeNull();
    });
  });
});
