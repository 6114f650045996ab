import { expect, test } from "vitest";
import type { Services } from "#compose.ts";
import { recordManualRefund } from "#money/manual-payments/record-manual-payment.ts";
import { addDays } from "#platform/time/calendar.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { answerPrice, changePlan, movePrice } from "#subscriptions/changes/plan-and-price.ts";
import {
  cancelSubscription,
  keepSubscription,
  pauseSubscription,
} from "#subscriptions/changes/stop-and-go.ts";
import { readListedSubscription } from "#subscriptions/list-subscriptions.ts";
import { dayInWords } from "#subscriptions/model/subscription-words.ts";
import { readSubscription } from "#subscriptions/read-subscription.ts";
import { refusal } from "../../../../tests/support/content.ts";
import { describeStore } from "../../../../tests/support/databases/databases.ts";
import { ada, ben, owner } from "../../../../tests/support/orders/shop.ts";
import { openRenewingShop } from "../../../../tests/support/subscriptions/renewing-shop.ts";
import { chargeAgain } from "../../../../tests/support/subscriptions/repeated-plans.ts";
import { openSubscriptionShop } from "../../../../tests/support/subscriptions/subscription-shop.ts";
import { planLines, planView } from "./plan-view.server.ts";

const reader = { timeZone: "UTC", locale: "en-US" };

describeStore("The page of a subscription", (openTestDatabase) => {
  test("tells the months as one story, and what comes next", async () => {
    const shop = await openSubscriptionShop(await openTestDatabase());
    const services = shop as unknown as Services;
    const { order, id } = await shop.subscribe();
    const view = async () =>
      planView(services, requireSignedIn(ada), await readListedSubscription(shop, ada, id), reader);
    expect(await view()).toMatchObject({ isStarted: false, label: "Not paid yet", next: null });

    await shop.pay(order.id);
    const paid = await view();
    expect(paid).toMatchObject({
      label: "Running",
      paidSoFar: "$499.00 for 1 month",
      isPaused: false,
    });
    expect(paid.months.map(({ number, payment }) => [number, payment.tone])).toEqual([[1, "good"]]);

    const { next } = (await readSubscription(shop, ada, id)).standing;
    await shop.turnTo(`${next?.start}T12:00:00Z`);
    const overdue = await view();
    expect(overdue).toMatchObject({ label: "Payment overdue", toPay: { price: "$499.00" } });
    expect(overdue.months.map(({ number, payment }) => [number, payment.words])).toEqual([
      [2, "Not paid yet"],
      [1, expect.stringMatching(/^Paid /)],
    ]);
    await shop.pay(overdue.months[0]?.orderId ?? "");
    await pauseSubscription(shop, ada, id, {});
    expect(await view()).toMatchObject({
      isPaused: true,
      next: null,
      paidSoFar: "$998.00 for 2 months",
    });
    const [payment] = await shop.database.read
      .selectFrom("payment_ledger")
      .select("transaction_id")
      .where("order_id", "=", order.id)
      .execute();
    await recordManualRefund(shop, owner, order.id, {
      transactionId: payment?.transaction_id ?? "",
      amount: "99.00",
      date: shop.today(),
      reference: "Transfer",
      key: "a-refund",
    });
    expect((await view()).paidSoFar).toBe("$899.00 for 2 months, after $99.00 refunded");
    await cancelSubscription(shop, ada, id);
    const cancelled = await view();
    expect(cancelled).toMatchObject({ label: "Cancelled", lastDay: cancelled.lastDayIfCancelled });
    const lines = await planLines(services, [await readSubscription(shop, ada, id)], reader);
    expect(lines).toMatchObject([{ id, price: "$499.00 a month", isEnded: false }]);
  });

  test("says when a pause begins, and what stays to pay in it", async () => {
    const shop = await openSubscriptionShop(await openTestDatabase());
    const services = shop as unknown as Services;
    const { order, id } = await shop.subscribe();
    await shop.pay(order.id);
    const view = async () =>
      planView(services, requireSignedIn(ada), await readListedSubscription(shop, ada, id), reader);
    const { next } = (await readSubscription(shop, ada, id)).standing;
    await shop.turnTo(`${addDays(next?.start ?? "", -2)}T12:00:00Z`);
    expect(await view()).toMatchObject({
      pauseDay: dayInWords(next?.start ?? "", reader),
      owesInPause: false,
      toPay: { price: "$499.00" },
    });
    await shop.turnTo(`${next?.start}T12:00:00Z`);
    expect(await view()).toMatchObject({
      pauseDay: dayInWords(next?.end ?? "", reader),
      earliestReturn: addDays(next?.end ?? "", 1),
      owesInPause: true,
    });
  });

  test("shows a month once that comes after its order was taken back", async () => {
    const shop = await openRenewingShop(await openTestDatabase(), "stripe");
    const { id } = await shop.subscribe();
    await shop.turn(id, "declined");
    await cancelSubscription(shop, ada, id);
    await keepSubscription(shop, ada, id);
    const held = await readListedSubscription(shop, ada, id);
    expect(held.cycles.map(({ paymentStatus }) => paymentStatus)).toEqual(["Paid", "Cancelled"]);
    const { months, next } = await planView(
      shop as unknown as Services,
      requireSignedIn(ada),
      held,
      reader,
    );
    expect(months.map(({ number }) => number)).toEqual([1]);
    expect(next?.number).toBe(2);
  });

  test("offers other plans, and asks for an answer to a new price", async () => {
    const shop = await openSubscriptionShop(await openTestDatabase());
    const services = shop as unknown as Services;
    await chargeAgain(shop.database, "Standard", "quarterly");
    const { order, id } = await shop.subscribe();
    const view = async () =>
      planView(services, requireSignedIn(ada), await readListedSubscription(shop, ada, id), reader);
    expect((await view()).offers).toEqual([]);
    await shop.pay(order.id);
    const [offer] = (await view()).offers;
    expect(offer).toMatchObject({ name: "Standard", price: "$299.00 a quarter" });
    const [packageId, packagePrice] = offer?.value.split(" ") ?? [];
    await changePlan(shop, ada, id, { packageId, packagePrice });
    const changed = await view();
    expect(changed.change).toMatch(/^From .* the plan is Standard for \$299.00 a quarter\.$/);
    // The way back.
    expect(changed.offers).toEqual([]);
    expect(changed.stay).toMatch(/^\S+ 499$/);
    const { packageId: own } = (await readSubscription(shop, ada, id)).subscription;
    const back = { packageId: own, packagePrice: "499" };
    await changePlan(shop, ada, id, back);

    const from = addDays(shop.today(), 60);
    await movePrice(shop, owner, [id], { price: "599", from });
    const asked = await view();
    expect(asked).toMatchObject({ answer: "agree-or-end", stillCharged: "" });
    expect(asked.offers.map(({ name }) => name)).toEqual(["Standard"]);
    expect((await refusal(changePlan(shop, ada, id, back))).code).toBe("conflict");
    await answerPrice(shop, ada, id, { answer: "agree" });
    expect((await view()).answer).toBeNull();
  });

  test("is not found for another customer", async () => {
    const shop = await openSubscriptionShop(await openTestDatabase());
    const { id } = await shop.subscribe();
    expect((await refusal(readSubscription(shop, ben, id))).code).toBe("not-found");
  });
});
