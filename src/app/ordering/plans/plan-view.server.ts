import { websiteOf } from "#app/order-room/months/month-view.server.ts";
import type { Services } from "#compose.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { countedCycles, cycleNouns } from "#content/model/plan-interval.ts";
import { counted } from "#content/model/plan-terms.ts";
import { findRecord } from "#content/records/content-store.server.ts";
import { awaitedTransfer } from "#money/bank-transfer/bank-transfer-tables.server.ts";
import { isOwn } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { selectOrdersByNumber } from "#orders/order-store.server.ts";
import { dollarsFromCents, priceFromCents } from "#platform/money.ts";
import { addDays } from "#platform/time/calendar.ts";
import { type DateReader, dayOf, longDateOf } from "#platform/time/dates.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { plansToChangeTo } from "#subscriptions/changes/plan-and-price.ts";
import {
  endOfMinimum,
  firstDayAfter,
  firstDayOfPause,
  paidUntil,
} from "#subscriptions/changes/stop-and-go.ts";
import type { ListedSubscription } from "#subscriptions/list-subscriptions.ts";
import { chargesBefore, chargesInWords } from "#subscriptions/model/last-charges.ts";
import type { Cycle, SubscribedPlan } from "#subscriptions/model/subscription.ts";
import { cyclesUntilFree, isWithdrawn } from "#subscriptions/model/subscription-state.ts";
import {
  changeInWords,
  comesNext,
  cycleToPay,
  dayInWords,
  lastDayInWords,
  periodInWords,
  priceOf,
  subscriptionPrice,
  tellCustomer,
} from "#subscriptions/model/subscription-words.ts";
import { asksForConsent, canTakeBackCancellation } from "#subscriptions/model/ways-to-charge.ts";
import { canConsent } from "#subscriptions/providers/consent-page.ts";
import type { HeldSubscription } from "#subscriptions/subscription-store.server.ts";
import { listedOrders } from "../orders-page.server.ts";

export type PlanView = Awaited<ReturnType<typeof planView>>;
export type LinkedPlan = ReturnType<typeof linkedPlan>;
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
    return { ...planLine(services, one, reader), website: latest ? websiteOf(latest) : "" };
  });
}

function planLine(services: Services, held: HeldSubscription, reader: DateReader) {
  const { subscription, cycles, standing } = held;
  const chargedBy = providerThatCharges(services, held);
  const open = cycleToPay(held);
  return {
    id: subscription.id,
    plan: subscription.packageName,
    price: priceOf(held),
    isEnded: standing.state === "ended",
    tone: toneOf(held),
    ...tellCustomer({ subscription, cycles, standing, reader, chargedBy }),
    toPay: open && { orderId: open.orderId, price: dollarsFromCents(open.priceCents) },
  };
}

/** Name of the provider that charges each cycle by itself; null while the customer pays by hand. */
function providerThatCharges(
  { payments }: Services,
  { subscription }: HeldSubscription,
): string | null {
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

/** The facts of a subscription, and what a cancellation of today would mean. */
export function linkedPlan(services: Services, held: ListedSubscription, reader: DateReader) {
  const { subscription, standing } = held;
  const today = dayOf(services.clock(), reader.timeZone);
  const noun = cycleNouns[subscription.charged];
  return {
    ...planLine(services, held, reader),
    noun,
    chargedBy: providerThatCharges(services, held),
    paidSoFar: paidInWords(held, noun),
    paidCount: held.paidCount,
    minimumTerm: minimumInWords(held, today, reader),
    isStarted: subscription.startedAt !== null,
    lastDay: lastDayInWords(standing, reader),
    lastDayIfCancelled: dayInWords(addDays(firstDayAfter(held, today), -1), reader),
    /** What a cancellation of today would leave to pay; "" for nothing. */
    stillCharged: chargesInWords(chargesBefore(held, firstDayAfter(held, today)), reader),
    wouldKeepCancelled: !asksForConsent(subscription),
  };
}

/** The minimum term with its last day, such as "3 months, until Feb 27, 2027". */
function minimumInWords(held: HeldSubscription, today: string, reader: DateReader): string {
  const { subscription, cycles, standing } = held;
  const { minimumCycles, charged, startedAt } = subscription;
  if (minimumCycles < 2) return "None";
  const term = countedCycles(minimumCycles, charged);
  if (startedAt === null) return term;
  if (cyclesUntilFree(subscription, cycles) === 0) return `${term}, which you have paid`;
  const lastDay = dayInWords(addDays(endOfMinimum(held, today), -1), reader);
  return standing.change?.kind === "price"
    ? `${term}, until ${lastDay}. The new price frees you from it.`
    : `${term}, until ${lastDay}`;
}

/** Everything on the page of a subscription. */
export async function planView(
  services: Services,
  actor: SignedInActor,
  held: ListedSubscription,
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
  const isRunning = standing.state !== "ended" && standing.cancelledFrom === null;
  const canChange = subscription.startedAt !== null && isRunning;
  const plans = canChange ? await plansToChangeTo(database.read, held) : [];
  const isPresent = ({ packageId }: { readonly packageId: string }) =>
    packageId === subscription.packageId;
  /** The present plan, while the change to another one can be taken back. */
  const present = standing.change?.kind === "plan" ? plans.find(isPresent) : undefined;
  const offers = plans.filter((plan) => plan !== present);
  const plan = await findRecord(database.read, pricingPackages, subscription.packageId);
  const shownNext = comesNext(standing);
  /** A period whose order was taken back, and which comes after all. */
  const leftOut =
    shownNext && cycles.find((cycle) => cycle.start === shownNext.start && isWithdrawn(cycle));
  const pauseDay = firstDayOfPause(held, today);
  const open = cycleToPay(held);
  const changeDay = standing.pause && next ? next.start : paidUntil(held, today);
  return {
    ...linkedPlan(services, held, reader),
    website: newest ? websiteOf(newest) : "",
    since: subscription.startedAt === null ? "" : longDateOf(subscription.startedAt, reader),
    change: isRunning ? changeInWords(held, reader) : "",
    answer: isRunning ? answerTo(held) : null,
    /** The plans that the customer can change to. */
    offers: offers.map((offer) => ({
      value: choiceOf(offer),
      name: offer.packageName,
      price: subscriptionPrice(offer),
      minimum:
        offer.minimumCycles > 1 ? counted(offer.minimumCycles, cycleNouns[offer.charged]) : "",
    })),
    /** Chooses the present plan again; null while no other one is planned. */
    stay: present === undefined ? null : choiceOf(present),
    changeDay: dayInWords(changeDay, reader),
    hasLowerPrice: standing.reductions.length > 0,
    asksForConsent: asksForConsent(subscription),
    keepsCancelled: canTakeBackCancellation(held),
    /** True while the payment that is due next is awaited as a bank transfer. */
    awaitsTransfer: open !== null && (await awaitedTransfer(database.read, open.orderId)) !== null,
    /** The plan, while somebody can order it. */
    orderPath: plan === undefined ? null : `/order-now/${plan._id}`,
    isPaused: standing.pause !== null,
    pauseDay: dayInWords(pauseDay, reader),
    /** True for an unpaid order that a pause of today leaves to pay. */
    owesInPause: open !== null && open.start < pauseDay,
    /** The first day that the date field of a pause accepts. */
    earliestReturn: addDays(pauseDay, 1),
    next: shownNext && {
      number: leftOut?.number ?? Math.max(0, ...cycles.map(({ number }) => number)) + 1,
      period: periodInWords(shownNext, reader),
      price: dollarsFromCents(shownNext.priceCents),
    },
    months: cycles
      .filter((cycle) => cycle !== leftOut)
      .toReversed()
      .map((cycle) => ({
        number: cycle.number,
        orderId: cycle.orderId,
        orderNumber: cycle.orderNumber,
        period: periodInWords(cycle, reader),
        price: dollarsFromCents(cycle.priceCents),
        payment: paymentOf(held, cycle, reader, clock()),
        step: steps.get(cycle.orderId) ?? "",
      })),
  };
}

/** Money received for all months, and what came back of it. */
function paidInWords(
  { paidCents, paidCount, refundedCents, takenBackCents }: ListedSubscription,
  noun: string,
): string {
  const returned = [
    ...(refundedCents > 0 ? [`${dollarsFromCents(refundedCents)} refunded`] : []),
    ...(takenBackCents > 0 ? [`${dollarsFromCents(takenBackCents)} taken back`] : []),
  ];
  const sum = `${dollarsFromCents(paidCents)} for ${counted(paidCount, noun)}`;
  return returned.length === 0 ? sum : `${sum}, after ${returned.join(" and ")}`;
}

/** A plan and the price that the customer has seen, as the form of the page sends them. */
function choiceOf({ packageId, priceCents }: Pick<SubscribedPlan, "packageId" | "priceCents">) {
  return `${packageId} ${priceFromCents(priceCents)}`;
}

/** How the customer can answer to a planned change; null when there is nothing to answer. */
function answerTo(held: HeldSubscription) {
  const { change } = held.standing;
  if (change === null || change.isAgreed) return null;
  if (!change.awaitsConsent) return change.kind === "price" ? ("agree-or-end" as const) : null;
  if (!canConsent(held)) return "later" as const;
  return change.kind === "price" ? ("consent-or-decline" as const) : ("consent" as const);
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

function paymentOf(
  { subscription }: HeldSubscription,
  cycle: Cycle,
  reader: DateReader,
  now: number,
) {
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
      if (subscription.startedAt === null) {
        return { tone: "waiting", words: "Not paid yet" } as const;
      }
      return cycle.dueAt <= now
        ? ({ tone: "stopped", words: "Not paid yet" } as const)
        : ({ tone: "waiting", words: `Pay by ${longDateOf(cycle.dueAt, reader)}` } as const);
  }
}
