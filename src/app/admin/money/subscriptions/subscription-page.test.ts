import { expect, test } from "vitest";
import { readListedSubscription } from "#subscriptions/list-subscriptions.ts";
import type { SubscriptionEvent } from "#subscriptions/model/subscription.ts";
import { describeStore } from "../../../../../tests/support/databases/databases.ts";
import { owner } from "../../../../../tests/support/orders/shop.ts";
import { openSubscriptionShop } from "../../../../../tests/support/subscriptions/subscription-shop.ts";
import { subscriptionPage } from "./subscription-page.server.ts";

describeStore("The owner's page of a subscription", (openDatabase) => {
  test.each<[string, readonly SubscriptionEvent["kind"][], readonly string[]]>([
    [
      "to what the customer agreed",
      ["price-offered", "price-agreed", "plan-asked", "price-agreed"],
      [
        "New price told to the customer",
        "Customer agreed to the new price",
        "Another plan asked for",
        "Customer agreed to the new plan",
      ],
    ],
    [
      "a decision about three payments once",
      ["dispute-began", "dispute-settled", "dispute-settled", "dispute-settled", "dispute-ended"],
      [
        "Stands still, because a payment was taken back",
        "Settled that a payment was taken back",
        "Goes on after a payment was taken back",
      ],
    ],
  ])("says %s", async (_name, kinds, words) => {
    const shop = await openSubscriptionShop(await openDatabase());
    const { id } = await shop.subscribe();
    const listed = await readListedSubscription(shop, owner, id);
    const events = kinds.map(
      (kind, nth): SubscriptionEvent => ({
        id: String(nth),
        kind,
        at: shop.time.now + nth,
        author: "customer",
        day: null,
        untilDay: null,
        priceCents: null,
        plan: null,
        reason: null,
      }),
    );
    const reader = { timeZone: "UTC", locale: "en-US" };
    const page = subscriptionPage({ ...listed, events }, { reader }, shop.time.now);
    expect(page.events.map((event) => event.words).toReversed()).toEqual(words);
  });
});
