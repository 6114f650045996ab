import { expect, test } from "vitest";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { briefJobs } from "#work/brief/brief-reminders.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { addBriefQuestions } from "../../../tests/support/orders/brief-questions.ts";
import { ada, ben } from "../../../tests/support/orders/shop.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { cancelOrder } from "../cancelling/cancel-order.ts";
import { paidAfterCancelling } from "./outstanding-balance.ts";

describeStore("A payment that arrives after its order was cancelled", (openDatabase) => {
  async function cancelled() {
    const checkout = await openCheckout(await openDatabase());
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
    const back = { payment_status: "Refunded", txn_id: "R1", parent_txn_id: "TXN1" };
    await arrive(message({ ...back, mc_gross: "-149.00" }));
    expect(await told()).toBeNull();
  });

  test("leads to no reminder of the brief until an admin accepts it", async () => {
    const database = await openDatabase();
    const { shop, order, message, arrive, onlyReview, decide } = await openCheckout(database);
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
    const { shop, order, message, arrive } = await openCheckout(await openDatabase());
    await arrive(message(), message({ txn_id: "TXN2" }));
    expect(await paidAfterCancelling(shop, ada, order.id)).toBeNull();
    await expectRefused("not-found", paidAfterCancelling(shop, ben, order.id));
  });
});
