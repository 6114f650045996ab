import { expect, test } from "vitest";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { briefJobs } from "#work/brief/brief-reminders.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { addBriefQuestions } from "../../../tests/support/orders/brief-questions.ts";
import { ada, ben } from "../../../tests/support/orders/shop.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import { describeProtocols } from "../../../tests/support/payments/protocols.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { cancelOrder } from "../cancelling/cancel-order.ts";
import { paidAfterCancelling } from "./outstanding-balance.ts";

describeStore("A payment that arrives after its order was cancelled", (openDatabase) => {
  describeProtocols((protocol) => {
    async function cancelled() {
      const checkout = await openProtocolCheckout(await openDatabase(), protocol);
      const { shop, order, message, arrive } = checkout;
      const told = () => paidAfterCancelling(shop, ada, order.id);
      await cancelOrder(shop, ada, order.id);
      expect(await told()).toBeNull();
      await arrive(message());
      expect(await told()).toEqual({ amountCents: 14_900, isGoingBack: false });
      return { ...checkout, told };
    }

    test("is shown as being refunded until the refund is complete", async () => {
      const { told, onlyReview, decide, arrive, message } = await cancelled();
      await decide((await onlyReview()).id, { decision: "refund" });
      expect(await told()).toEqual({ amountCents: 14_900, isGoingBack: true });
      await arrive(message({ kind: "refunded", id: "R1", of: "TXN1" }));
      expect(await told()).toBeNull();
    });

    test("leads to no reminder of the brief until an admin accepts it", async () => {
      const database = await openDatabase();
      const { shop, order, message, arrive, onlyReview, decide } = await openProtocolCheckout(
        database,
        protocol,
      );
      await addBriefQuestions(database);
      await cancelOrder(shop, ada, order.id);
      await arrive(message());
      const remindersAfter = async (days: number) => {
        shop.time.now += days * 24 * 60 * 60 * 1000;
        while (await runDueJob({ ...shop, handlers: briefJobs }));
        const briefs = database.read.selectFrom("order_briefs").select("reminders");
        return (await briefs.executeTakeFirstOrThrow()).reminders;
      };
      expect(await remindersAfter(3)).toBe(0);
      expect(await remindersAfter(3)).toBe(0);
      await decide((await onlyReview()).id, { decision: "accept" });
      expect(await remindersAfter(1)).toBe(1);
    });

    test("is shown neither to other customers nor for an order that was never cancelled", async () => {
      const { shop, order, message, arrive } = await openProtocolCheckout(
        await openDatabase(),
        protocol,
      );
      await arrive(message(), message({ id: "TXN2" }));
      expect(await paidAfterCancelling(shop, ada, order.id)).toBeNull();
      await expectRefused("not-found", paidAfterCancelling(shop, ben, order.id));
    });
  });
});
