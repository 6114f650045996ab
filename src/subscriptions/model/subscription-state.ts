import { daysToFirstPayment } from "#content/model/plan-interval.ts";
import { centsOfCycle, type Reduction } from "#platform/cycle-prices.ts";
import { addDays } from "#platform/time/calendar.ts";
import { type Period, periodFrom, periodNotBefore } from "./cycle-dates.ts";
import type {
  Cycle,
  SubscribedPlan,
  Subscription,
  SubscriptionEvent,
  SubscriptionState,
} from "./subscription.ts";

interface PlannedPause {
  /** First day without a period. */
  readonly from: string;
  /** First day on which a period can start again; null until the customer resumes. */
  readonly until: string | null;
}

export interface PlannedChange {
  readonly kind: "plan" | "price";
  readonly plan: SubscribedPlan;
  /** First day on which a period of the new plan or price can start. */
  readonly from: string;
  /** True while the customer has not answered; the old price applies meanwhile. */
  readonly awaitsConsent: boolean;
  readonly isAgreed: boolean;
  /** The event with which somebody asked for the change. */
  readonly eventId: string;
}

export interface SubscriptionStanding {
  readonly state: SubscriptionState;
  /** A pause that is planned or runs now. */
  readonly pause: PlannedPause | null;
  /** First day after the subscription, if the customer or the owner has cancelled it. */
  readonly cancelledFrom: string | null;
  readonly change: PlannedChange | null;
  /** The period whose order is made next; null when none follows, or none can be named yet. */
  readonly next: (Period & { readonly priceCents: number }) | null;
  /** What is taken off the periods that follow; the numbers of cycles count from the next one. */
  readonly reductions: readonly Reduction[];
  /** The oldest overdue cycle. */
  readonly overdue: Cycle | null;
  /** True while a payment is taken back and the owner has not decided about it since. */
  readonly isDisputed: boolean;
  /** The cycles whose payments are taken back, without those about which the owner has decided. */
  readonly disputed: readonly Cycle[];
  /** True when the provider has ended the subscription, which nobody can take back. */
  readonly isEndedAtProvider: boolean;
  /** True when nobody has paid the first order in time. */
  readonly hasLapsed: boolean;
  /** Why the subscription ended, as a sentence; "" otherwise. */
  readonly endedBecause: string;
}

interface Facts {
  readonly subscription: Subscription;
  readonly cycles: readonly Cycle[];
  readonly events: readonly SubscriptionEvent[];
  /** What the first order takes off the first cycles, if that is more than one cycle. */
  readonly reductions?: readonly Reduction[];
}

interface Present {
  readonly now: number;
  /** The day of `now` in the site's time zone. */
  readonly today: string;
}

/**
 * The state of a subscription. The sequence in which events and payments became known does not
 * matter: events count by their own times, and cycles by their payment status.
 */
export function subscriptionStanding(facts: Facts, present: Present): SubscriptionStanding {
  const { subscription, cycles } = facts;
  const { now, today } = present;
  const events = [...facts.events].sort(byTime);
  const counted = cycles.filter(({ paymentStatus }) => paymentStatus !== "Cancelled");
  const pauses = pausesIn(events);
  const pause = pauses.find(({ until }) => until === null || until > today) ?? null;
  const said = events.findLast(({ kind }) => kind.startsWith("provider-"));
  const cancelledFrom = cancelledIn(events, paidUntil(cycles), said);
  const change = changeIn(events, subscription);
  const overdue = overdueOf(counted, now)[0] ?? null;
  const ending = events.find(({ kind }) => kind === "ended");
  const wasPaid = cycles.some(({ paidAt }) => paidAt !== null);
  const disputed = disputedOf(cycles, events);
  const isDisputed = disputed.length > 0;
  const hasLapsed = !wasPaid && events.some(({ kind }) => kind === "lapsed");
  const next = wasPaid ? nextPeriod(facts, { pauses, cancelledFrom, change }) : null;
  const isOver =
    ending !== undefined ||
    (cancelledFrom !== null && cancelledFrom <= today) ||
    (!wasPaid && counted.length === 0);
  const state = stateNow();
  return {
    state,
    pause: state === "ended" ? null : pause,
    cancelledFrom,
    change: state === "ended" ? null : change,
    next: state === "ended" ? null : next,
    reductions: state === "ended" ? [] : reductionsFrom(facts, change, next?.start ?? null),
    overdue: state === "ended" ? null : overdue,
    isDisputed,
    disputed,
    isEndedAtProvider: hasEndedAtProvider(events),
    hasLapsed,
    endedBecause: isOver ? (ending?.reason ?? (hasLapsed ? lapsedBecause : "")) : "",
  };

  function stateNow(): SubscriptionState {
    if (isOver) return "ended";
    if (!wasPaid) return "awaiting-approval";
    if (isDisputed) return "suspended";
    if (overdueOf(counted, now).some(({ suspendsAt }) => suspendsAt <= now)) return "suspended";
    if (overdue !== null || isOwedAtProvider()) return "past-due";
    const isPaused = pause !== null && pause.from <= today;
    return isPaused || isPausedByProvider() ? "paused" : "active";
  }

  /**
   * A provider reports failed charges, and not always that they were paid after all. Its clock is
   * not ours, so the orders decide: while none is owed, nothing is past due.
   */
  function isOwedAtProvider(): boolean {
    const isOwed = counted.some(({ paymentStatus }) => paymentStatus === "UnPaid");
    return isOwed && events.some(({ kind }) => kind === "provider-past-due");
  }

  /** A provider pauses at once, and a pause that was asked for here begins after the paid period. */
  function isPausedByProvider(): boolean {
    if (said?.kind !== "provider-paused" || pause !== null) return false;
    const resumed = events.filter(
      ({ kind }) => kind === "resume-asked" || kind === "dispute-ended",
    );
    return !resumed.some((event) => isAnswered(said, event));
  }
}

/**
 * True when an event of this site is newer than a provider's report: by their times, or because the
 * report was here before, for the provider's clock is not ours.
 */
function isAnswered(said: SubscriptionEvent, event: SubscriptionEvent): boolean {
  return byTime(said, event) < 0 || said.id < event.id;
}

function hasEndedAtProvider(events: readonly SubscriptionEvent[]): boolean {
  return events.some(({ kind }) => kind === "provider-ended");
}

/** Events of one millisecond have ids that grow. */
function byTime(one: SubscriptionEvent, other: SubscriptionEvent): number {
  return one.at - other.at || (one.id < other.id ? -1 : 1);
}

/** Cycles whose period has begun without their payment, oldest first. */
function overdueOf(cycles: readonly Cycle[], now: number): readonly Cycle[] {
  return cycles
    .filter(({ paymentStatus, dueAt }) => paymentStatus === "UnPaid" && dueAt <= now)
    .sort((one, other) => one.dueAt - other.dueAt);
}

const lapsedBecause = `Its first order was not paid within ${daysToFirstPayment} days.`;

/**
 * Days by which a provider's period may begin before or after the stored one: the provider counts
 * in its own time zone, and the owner can change the zone of the site. The shortest period is longer
 * than twice this time.
 */
export const leewayDays = 10;

function disputedOf(cycles: readonly Cycle[], events: readonly SubscriptionEvent[]) {
  const settled = new Set(
    events.filter(({ kind }) => kind === "dispute-settled").map(({ reason }) => reason),
  );
  return cycles
    .filter(({ isTakenBack, orderId }) => isTakenBack && !settled.has(orderId))
    .sort((one, other) => one.dueAt - other.dueAt);
}

/** All pauses, oldest first. A pause that was taken back before it began is left out. */
function pausesIn(events: readonly SubscriptionEvent[]): readonly PlannedPause[] {
  const pauses: PlannedPause[] = [];
  for (const { kind, day, untilDay } of events) {
    if (day === null) continue;
    if (kind === "pause-asked") {
      // Asked again, the same pause only gets another end.
      if (pauses.at(-1)?.from === day) pauses.pop();
      pauses.push({ from: day, until: untilDay });
    }
    if (kind !== "resume-asked") continue;
    const open = pauses.pop();
    if (open === undefined) continue;
    const until = open.until !== null && open.until < day ? open.until : day;
    if (until > open.from) pauses.push({ ...open, until });
  }
  return pauses;
}

/**
 * First day after the subscription. A provider that charges no more leaves the paid period to the
 * customer.
 */
function cancelledIn(
  events: readonly SubscriptionEvent[],
  paidUntilDay: string,
  said: SubscriptionEvent | undefined,
): string | null {
  const last = events.findLast(
    ({ kind }) => kind === "cancel-asked" || kind === "cancel-withdrawn",
  );
  const asked = last?.kind === "cancel-asked" ? last.day : null;
  if (hasEndedAtProvider(events)) {
    return asked !== null && asked < paidUntilDay ? asked : paidUntilDay;
  }
  if (asked !== null) return asked;
  if (said?.reason !== endsWithPeriod) return null;
  return last === undefined || !isAnswered(said, last) ? paidUntilDay : null;
}

/** The day after the last paid period; "" before the first payment. */
function paidUntil(cycles: readonly Cycle[]): string {
  return cycles
    .filter(({ paidAt }) => paidAt !== null)
    .reduce((latest, { end }) => (end > latest ? end : latest), "");
}

/** Reason of a provider's report about a subscription that it charges no more after the period. */
export const endsWithPeriod = "ends-with-period";

/** Reason of a change that needs the customer's consent. */
export const needsConsent = "consent";

const changeEndings: readonly string[] = ["plan-withdrawn", "plan-changed", "price-declined"];

/** The last change that was asked for, unless it was withdrawn, declined or made since. */
function changeIn(
  events: readonly SubscriptionEvent[],
  subscription: Subscription,
): PlannedChange | null {
  const asked = events.findLast(({ kind }) => kind === "plan-asked" || kind === "price-offered");
  if (asked === undefined || asked.day === null) return null;
  const later = events.slice(events.indexOf(asked) + 1);
  if (later.some(({ kind }) => changeEndings.includes(kind))) return null;
  const { kind, plan, priceCents, day: from, reason, id: eventId } = asked;
  const isAgreed = later.some((event) => event.kind === "price-agreed");
  const awaitsConsent = reason === needsConsent && !isAgreed;
  if (kind === "plan-asked" && plan !== null) {
    return { kind: "plan", plan, from, awaitsConsent, isAgreed, eventId };
  }
  if (priceCents === null) return null;
  const repriced = { ...planIn(subscription), priceCents };
  return { kind: "price", plan: repriced, from, awaitsConsent, isAgreed, eventId };
}

function planIn(plan: SubscribedPlan): SubscribedPlan {
  const { packageId, packageName, priceCents, charged, minimumCycles } = plan;
  const { workingDays, includedRounds, refundDays, points } = plan;
  return {
    packageId,
    packageName,
    priceCents,
    charged,
    minimumCycles,
    workingDays,
    includedRounds,
    refundDays,
    points,
  };
}

/** The plan and price of a period. */
export function planOfPeriod(
  subscription: Subscription,
  change: PlannedChange | null,
  periodStart: string,
): SubscribedPlan {
  const isChanged = change !== null && !change.awaitsConsent && change.from <= periodStart;
  return isChanged ? change.plan : planIn(subscription);
}

interface Plans {
  readonly pauses: readonly PlannedPause[];
  readonly cancelledFrom: string | null;
  readonly change: PlannedChange | null;
}

/**
 * The period that follows the last one. Periods in a pause are skipped, and periods that began
 * while the customer owed the last one or a payment was taken back: nobody worked in that time, so
 * nobody pays for it. Two periods never start within the leeway, in which they would be taken for
 * one.
 */
function nextPeriod(
  { subscription, cycles, events, reductions: all = [] }: Facts,
  { pauses, cancelledFrom, change }: Plans,
): (Period & { readonly priceCents: number }) | null {
  const last = cycles
    .filter((cycle) => !isWithdrawn(cycle))
    .reduce<Cycle | null>((newest, each) => {
      return newest === null || each.start > newest.start ? each : newest;
    }, null);
  if (last === null) return null;
  const goesOn = events.filter(({ kind }) => kind === "dispute-ended").map(({ day }) => day ?? "");
  const farEnough = addDays(last.start, leewayDays + 1);
  const [notBefore = last.end] = [last.end, last.paidDay ?? "", farEnough, ...goesOn]
    .sort()
    .toReversed();
  let { start } = periodNotBefore(last.end, notBefore, subscription);
  for (const { from, until } of pauses) {
    if (start < from) continue;
    if (until === null) return null;
    if (start < until) start = periodNotBefore(start, until, subscription).start;
  }
  if (cancelledFrom !== null && start >= cancelledFrom) return null;
  const plan = planOfPeriod(subscription, change, start);
  const rhythm = { charged: plan.charged, anchorDay: subscription.anchorDay };
  const { priceCents } = plan;
  const reductions = reductionsFrom(
    { subscription, cycles, events, reductions: all },
    change,
    start,
  );
  return { ...periodFrom(start, rhythm), priceCents: centsOfCycle({ priceCents, reductions }, 1) };
}

/**
 * The reductions of a period and of those after it; null for the period after the last one that is
 * made. They end with the plan for which they were given.
 */
export function reductionsFrom(
  facts: Facts,
  change: PlannedChange | null,
  start: string | null,
): readonly Reduction[] {
  const { reductions = [], cycles, events } = facts;
  const from = start ?? cycles.reduce((last, { end }) => (end > last ? end : last), "");
  if (reductions.length === 0 || from === "") return [];
  const planned = change?.kind === "plan" && !change.awaitsConsent ? [change.from] : [];
  if ([...planned, ...changesOfPlan(events)].some((day) => day <= from)) return [];
  const before = numberOfPeriod(facts, from) - 1;
  return reductions.flatMap(({ cents, cycles: count }) =>
    count > before ? [{ cents, cycles: count - before }] : [],
  );
}

/** The first days of the other plans that the subscription has changed to. */
function changesOfPlan(events: readonly SubscriptionEvent[]): readonly string[] {
  let asked: SubscriptionEvent | undefined;
  return [...events].sort(byTime).flatMap((event) => {
    if (event.kind === "plan-asked" || event.kind === "price-offered") asked = event;
    if (!changeEndings.includes(event.kind)) return [];
    const day = event.kind === "plan-changed" && asked?.kind === "plan-asked" ? asked.day : null;
    asked = undefined;
    return day === null ? [] : [day];
  });
}

/**
 * Which period of a subscription begins on a day; the first has the number 1. Counts orders, and not
 * months, so nobody loses a lower price in a pause. A provider reports its charges in any sequence, so
 * a period of which nothing is known yet counts, unless the charges stood still then.
 */
export function numberOfPeriod({ subscription, cycles, events }: Facts, start: string): number {
  const made = cycles.filter((cycle) => !isWithdrawn(cycle));
  const isMade = (day: string) => made.find((cycle) => isNear(cycle.start, day));
  const [first] = made;
  if (first === undefined || subscription.provider === null) {
    return 1 + made.filter((cycle) => cycle.start < start && !isNear(cycle.start, start)).length;
  }
  const stops = [...pausesIn([...events].sort(byTime)), ...disputesIn(events)];
  let number = 1;
  for (let day = first.start; day < start && !isNear(day, start); ) {
    const cycle = isMade(day);
    // On the day on which the charges go on, the provider may have left the period out already.
    const stoodStill = stops.some(
      ({ from, until }) => day >= from && (until === null || day <= until),
    );
    if (cycle !== undefined || !stoodStill) number += 1;
    day = cycle?.end ?? periodFrom(day, subscription).end;
  }
  return number;
}

function isNear(one: string, other: string): boolean {
  return addDays(one, -leewayDays) <= other && other <= addDays(one, leewayDays);
}

/** Times in which the provider charged nothing because payments were taken back. */
function disputesIn(events: readonly SubscriptionEvent[]): readonly PlannedPause[] {
  const days = (kind: SubscriptionEvent["kind"]) =>
    events
      .flatMap((event) => (event.kind === kind && event.day !== null ? [event.day] : []))
      .sort();
  const ends = days("dispute-ended");
  return days("dispute-began").map((from, nth) => ({ from, until: ends[nth] ?? null }));
}

/** What a period costs that follows; `nth` is 0 for the next one. */
export function centsOfFollowing(
  {
    subscription,
    standing,
  }: Pick<Facts, "subscription"> & { readonly standing: SubscriptionStanding },
  start: string,
  nth: number,
): number {
  const { change, reductions } = standing;
  const { priceCents } = planOfPeriod(subscription, change, start);
  const isOtherPlan = change?.kind === "plan" && !change.awaitsConsent && change.from <= start;
  return isOtherPlan ? priceCents : centsOfCycle({ priceCents, reductions }, nth + 1);
}

/** True for a period whose order was taken back by a pause or by the end, so it may come again. */
export function isWithdrawn({ withdrawnAt, paymentStatus }: Cycle): boolean {
  return withdrawnAt !== null && paymentStatus === "Cancelled";
}

/** Paid cycles that are still to come before the customer can end the subscription. */
export function cyclesUntilFree(
  { minimumCycles }: Pick<Subscription, "minimumCycles">,
  cycles: readonly Cycle[],
): number {
  const paid = cycles.filter(({ paidAt }) => paidAt !== null).length;
  return Math.max(0, minimumCycles - paid);
}

/** Times in which the clocks of a subscription stand still; `until` null while it lasts. */
export interface Suspension {
  readonly from: number;
  readonly until: number | null;
}

/**
 * Each cycle that was paid after its grace, or is still owed, suspends the work once, and so does
 * each time in which payments were taken back. `events` are oldest first.
 */
export function suspensionsOf(
  cycles: readonly Pick<Cycle, "suspendsAt" | "paidAt" | "paymentStatus">[],
  events: readonly Pick<SubscriptionEvent, "kind" | "at">[],
  endedAt: number | null,
): readonly Suspension[] {
  const disputes = events.flatMap(({ kind, at }, nth): Suspension[] => {
    if (kind !== "dispute-began") return [];
    const over = events.slice(nth).find((later) => later.kind === "dispute-ended");
    return [{ from: at, until: over?.at ?? endedAt }];
  });
  const owed = cycles.flatMap(({ suspendsAt, paidAt, paymentStatus }) => {
    if (paymentStatus === "Cancelled") return [];
    const until = paidAt ?? endedAt;
    return until !== null && until <= suspendsAt ? [] : [{ from: suspendsAt, until }];
  });
  return [...owed, ...disputes];
}
