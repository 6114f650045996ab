import { expect, test } from "vitest";
import { findOrder } from "#orders/find-order.ts";
import type { Actor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, ben, owner } from "../../../tests/support/orders/shop.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import { describeProtocols, protocols } from "../../../tests/support/payments/protocols.ts";
import { cancelOrder } from "../cancelling/cancel-order.ts";
import { paymentProgress } from "./payment-progress.ts";
import { handleReturn, startPayment } from "./start-payment.ts";

const dayMs = 24 * 60 * 60 * 1000;

describeOnEachDatabase("A customer who has come back from the provider", (openDatabase, engine) => {
  describeProtocols((protocol) => {
    const returned = { state: "returned", providerName: protocols[protocol].displayName };
    async function checkout() {
      const scene = await openProtocolCheckout(await openDatabase(), protocol);
      const { shop, order } = scene;
      return {
        ...scene,
        comeBack: async (actor: Actor = ada) =>
          handleReturn(shop, actor, await findOrder(shop, owner, order.id), new URLSearchParams()),
        progress: () => paymentProgress(shop, ada, order.id),
        noted: async () => {
          const attempts = shop.database.read.selectFrom("payment_attempts");
          const rows = await attempts.select("returned_at").orderBy("id").execute();
          return rows.map(({ returned_at }) => returned_at);
        },
      };
    }

    test("must confirm a second payment that starts within a day after the return", async () => {
      const { shop, order, comeBack, progress } = await checkout();
      expect(await progress()).toBeNull();
      await comeBack();
      expect(await progress()).toEqual(returned);
      const refusal = { code: "conflict", extra: { paymentProgress: "returned" } };
      await expect(startPayment(shop, ada, order.id)).rejects.toMatchObject(refusal);
      shop.time.now += dayMs + 1;
      expect(await progress()).toBeNull();
      expect(await startPayment(shop, ada, order.id)).toHaveProperty("kind");
    });

    test("sees the progress also when the order was cancelled before the return", async () => {
      const { shop, order, comeBack, progress } = await checkout();
      await cancelOrder(shop, ada, order.id);
      expect(await progress()).toBeNull();
      await comeBack();
      expect(await progress()).toEqual(returned);
    });

    test("has the return recorded once, only for their own order and only within a day after the start of the payment", async () => {
      const { shop, comeBack, noted } = await checkout();
      for (const actor of [ben, owner, { kind: "visitor" } as const]) await comeBack(actor);
      expect(await noted()).toEqual([null]);
      const at = shop.time.now;
      await comeBack();
      shop.time.now += 5000;
      await Promise.all([comeBack(), comeBack()]);
      expect(await noted()).toEqual([at]);

      const late = await checkout();
      late.shop.time.now += dayMs + 1;
      await late.comeBack();
      expect(await late.noted()).toEqual([null]);
    });

    test("has no return recorded when the order is Paid", async () => {
      const { comeBack, noted, arrive, message } = await checkout();
      await arrive(message());
      await comeBack();
      expect(await noted()).toEqual([null]);
    });
  }, engine);
});
