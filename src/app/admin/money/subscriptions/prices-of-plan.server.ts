import { amountFromCents } from "#platform/money.ts";
import { addDays } from "#platform/time/calendar.ts";
import { dayOf } from "#platform/time/dates.ts";
import { daysOfNotice } from "#subscriptions/changes/plan-and-price.ts";
import type { ListedSubscription } from "#subscriptions/list-subscriptions.ts";
import { dayInWords, subscriptionPrice } from "#subscriptions/model/subscription-words.ts";
import { subscriptionRow } from "./subscription-row.server.ts";

export type PlanPrices = ReturnType<typeof pricesOf>;

type Words = Parameters<typeof subscriptionRow>[1];

/** The running subscriptions to the plan of `listed`, each with the answer to its new price. */
export function pricesOf(
  listed: ListedSubscription,
  running: readonly ListedSubscription[],
  words: Words,
  now: number,
) {
  const { subscription } = listed;
  return {
    plan: subscription.packageName,
    price: amountFromCents(subscription.priceCents),
    earliest: addDays(dayOf(now, words.reader.timeZone), daysOfNotice),
    daysOfNotice,
    running: running.map((one) => {
      const { id, customer, price } = subscriptionRow(one, words);
      return { id, customer, price, answer: answerOf(one, words) };
    }),
  };
}

function answerOf({ standing: { change } }: ListedSubscription, { reader }: Words): string {
  if (change === null) return "No change is planned";
  const planned = `${subscriptionPrice(change.plan)} from ${dayInWords(change.from, reader)}`;
  if (change.kind === "plan") return `Changes to ${change.plan.packageName}, ${planned}`;
  if (change.isAgreed) return `${planned}, agreed`;
  return change.awaitsConsent ? `${planned}, if the customer agrees` : `${planned}, not answered`;
}
