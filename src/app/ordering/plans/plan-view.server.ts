import { websiteOf } from "#app/order-room/months/month-view.server.ts";
import type { Services } from "#compose.ts";
import { cycleNouns } from "#content/model/plan-interval.ts";
import { isOwn } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { selectOrdersByNumber } from "#orders/order-store.server.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { addDays } from "#platform/time/calendar.ts";
import { type DateReader, dayOf, longDateOf } from "#platform/time/dates.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { firstDayAfter } from "#subscriptions/changes/stop-and-go.ts";
import type { Cycle } from "#subscriptions/model/subscription.ts";
import {
  changeInWords,
  cycleToPay,
  dayInWords,
  lastDayInWords,
  periodInWords,
  subscriptionPrice,
  tellCustomer,
} from "#subscriptions/model/subscription-words.ts";
import type { HeldSubscription } from "#subscriptions/subscription-store.server.ts";
import { listedOrders } from "../orders-page.server.ts";

export type PlanView = Awaited<ReturnType<typeof planView>>;
export type PlanLine = Awaited<ReturnType<typeof planLines>>[number];

/** The subscriptions of a customer in a list, each with its website. */
export async function planLines(
  services: Services,
  held: readonly HeldSubscription[],
  reader: DateReader,
) {
  const numbers = held.flatMap(({ cycles }) => cycles.at(-1)?.orderNumber ?? []);
  const orders = await selectOrdersByNumber(services.database.read, numbers);
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  return held.map((one) => {
    const latest = orderOf.get(one.cycles.at(-1)?.orderId ?? "");
    return { ...lineOf(services, one, reader), website: latest ? websiteOf(latest) : "" };
  });
}

function lineOf(services: Services, held: HeldSubscription, reader: DateReader) {
  const { subscription, cycles, standing } = held;
  const chargedBy = providerName(services, held);
  const open = cycleToPay(held);
  return {
    id: subscription.id,
    plan: subscription.packageName,
    price: subscriptionPrice(subscription),
    isEnded: standing.state === "ended",
    tone: toneOf(held),
    ...tellCustomer({ subscription, cycles, standing, reader, chargedBy }),
    toPay: open && { orderId: open.orderId, price: dollarsFromCents(open.priceCents) },
  };
}

/** Name of the provider that charges each cycle by itself; null while the customer pays by hand. */
function providerName({ payments }: Services, { subscription }: HeldSubscription): string | null {
  if (subscription.provider === null) return null;
  const named = payments.all.find(({ provider }) => provider.name === subscription.provider);
  return named?.provider.displayName ?? subscription.provider;
}

const tones = {
  active: "good",
  "past-due": "waiting",
  suspended: "stopped",
  paused: "neutral",
  "awaiting-approval": "waiting",
  ended: "neutral",
} as const;

function toneOf({ standing }: HeldSubscription) {
  return standing.cancelledFrom === null ? tones[standing.state] : "neutral";
}

/** Everything on the page of a subscription. */
export async function planView(
  services: Services,
  actor: SignedInActor,
  held: HeldSubscription,
  reader: DateReader,
) {
  const { subscription, cycles, standing } = held;
  const { database, clock } = services;
  const numbers = cycles.map(({ orderNumber }) => orderNumber);
  const orders = await selectOrdersByNumber(database.read, numbers);
  const newest = orders.at(-1);
  const steps = await stepsOf(services, actor, orders, reader);
  const today = dayOf(clock(), reader.timeZone);
  const { next } = standing;
  const paid = cycles.filter(({ paymentStatus }) => paymentStatus === "Paid");
  const noun = cycleNouns[subscription.charged];
  return {
    ...lineOf(services, held, reader),
    noun,
    website: newest ? websiteOf(newest) : "",
    since: subscription.startedAt === null ? "" : longDateOf(subscription.startedAt, reader),
    chargedBy: providerName(services, held),
    paidInAll: dollarsFromCents(paid.reduce((cents, { priceCents }) => cents + priceCents, 0)),
    paidCount: paid.length,
    minimum: subscription.minimumCycles,
    change: changeInWords(held, reader),
    awaitsConsent: standing.change?.awaitsConsent === true,
    isPlanChange: standing.change?.kind === "plan",
    lastDay: lastDayInWords(standing, reader),
    lastDayIfCancelled: dayInWords(addDays(firstDayAfter(held, today), -1), reader),
    isStarted: subscription.startedAt !== null,
    isPaused: standing.pause !== null,
    nextStart: next === null ? "" : dayInWords(next.start, reader),
    /** The first day that the date field of a pause accepts. */
    earliestReturn: addDays(next?.start ?? today, 1),
    next: next && {
      number: Math.max(0, ...cycles.map(({ number }) => number)) + 1,
      period: periodInWords(next, reader),
      price: dollarsFromCents(next.priceCents),
    },
    months: cycles.toReversed().map((cycle) => ({
      number: cycle.number,
      orderId: cycle.orderId,
      orderNumber: cycle.orderNumber,
      period: periodInWords(cycle, reader),
      price: dollarsFromCents(cycle.priceCents),
      payment: paymentOf(cycle, reader, clock()),
      step: steps.get(cycle.orderId) ?? "",
    })),
  };
}

/** The next step of each order, for somebody who sees the work. */
async function stepsOf(
  services: Services,
  actor: SignedInActor,
  orders: readonly Order[],
  reader: DateReader,
): Promise<ReadonlyMap<string, string>> {
  const seen = orders.filter((order) => isOwn(actor, order, "orders"));
  const listed = await listedOrders(services, actor, seen, reader);
  return new Map(
    listed.flatMap(({ id, nextStep, paymentStatus }) =>
      nextStep === null || paymentStatus !== "Paid" ? [] : [[id, nextStep.words]],
    ),
  );
}

function paymentOf(cycle: Cycle, reader: DateReader, now: number) {
  switch (cycle.paymentStatus) {
    case "Paid": {
      const on = cycle.paidAt === null ? "" : ` ${longDateOf(cycle.paidAt, reader)}`;
      return { tone: "good", words: `Paid${on}` } as const;
    }
    case "Refunded":
      return {
        tone: "neutral",
        words: cycle.isTakenBack ? "Payment taken back" : "Refunded",
      } as const;
    case "Cancelled":
      return { tone: "neutral", words: "Left out, nothing to pay" } as const;
    case "UnPaid":
      return cycle.dueAt <= now
        ? ({ tone: "stopped", words: "Not paid yet" } as const)
        : ({ tone: "waiting", words: `To pay until ${longDateOf(cycle.dueAt, reader)}` } as const);
  }
}
