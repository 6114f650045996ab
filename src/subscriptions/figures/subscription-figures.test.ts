import { expect, test } from "vitest";
import { addDays } from "#platform/time/calendar.ts";
import { startOfDay } from "#platform/time/dates.ts";
import { periodFrom } from "../model/cycle-dates.ts";
import type { Cycle, Subscription, SubscriptionEvent } from "../model/subscription.ts";
import { figuresOf, type SubscriptionFacts } from "./subscription-figures.ts";

const timeZone = "Europe/Berlin";
const at = (day: string) => startOfDay(day, timeZone);
const today = "2027-06-20";
const present = { now: at(today) + 3_600_000, today, timeZone };
const months = ["2027-01", "2027-02", "2027-03", "2027-04", "2027-05", "2027-06"];
const intervals = ["monthly", "quarterly", "yearly"] as const;
const lengths = { monthly: 1, quarterly: 3, yearly: 12 };

type Fate = "goes on" | "cancels" | "owes" | "pauses" | "never pays" | "is refunded" | "pays late";
const fates: readonly Fate[] = [
  "goes on",
  "cancels",
  "owes",
  "pauses",
  "never pays",
  "is refunded",
  "pays late",
];

/** Days after the start of a period on which somebody pays who pays late; more than the grace. */
const daysLate = 9;

interface Life {
  readonly startMonth: number;
  readonly day: number;
  readonly interval: (typeof intervals)[number];
  readonly priceCents: number;
  /** What each period costs more, or less, than the one before, as after changes of the plan. */
  readonly rise: number;
  /** Paid periods before its fate. */
  readonly paidPeriods: number;
  readonly fate: Fate;
}

/** A subscription with this life, as the database holds it. */
function factsOf(life: Life, index: number): SubscriptionFacts {
  const { startMonth, day, interval, priceCents, rise, paidPeriods, fate } = life;
  const rhythm = { charged: interval, anchorDay: day };
  const first = `${months[startMonth]}-${String(day).padStart(2, "0")}`;
  const cycles: Cycle[] = [];
  const events: SubscriptionEvent[] = [];
  const add = (start: string, isPaid: boolean) => {
    const { end } = periodFrom(start, rhythm);
    const isLate = fate === "pays late" && cycles.length > 0;
    const paidDay = isLate ? addDays(start, daysLate) : start;
    const hasPaid = isPaid && paidDay <= today;
    cycles.push({
      subscriptionId: `${index}`,
      number: cycles.length + 1,
      orderId: `${index}-${cycles.length}`,
      orderNumber: cycles.length,
      start,
      end,
      priceCents: priceCents + rise * cycles.length,
      madeAt: at(start),
      dueAt: at(start),
      suspendsAt: at(addDays(start, 5)),
      paymentStatus: hasPaid ? "Paid" : "UnPaid",
      paidAt: hasPaid ? at(paidDay) : null,
      paidDay: hasPaid ? paidDay : null,
      withdrawnAt: null,
      isTakenBack: false,
    });
    return end;
  };
  let next = first;
  const mostPaid =
    fate === "goes on" || fate === "pays late" ? 100 : fate === "never pays" ? 0 : paidPeriods;
  for (let paid = 0; paid < mostPaid && next <= today; paid += 1) next = add(next, true);
  if (next <= today && (fate === "owes" || fate === "never pays")) add(next, false);
  const latest = cycles.at(-1);
  const isOver = latest !== undefined && latest.end <= today;
  const kind: SubscriptionEvent["kind"] | null =
    fate === "cancels" ? "cancel-asked" : fate === "pauses" ? "pause-asked" : null;
  if (kind !== null && latest !== undefined) {
    const event = { id: `${index}`, kind, at: latest.dueAt, author: "customer", day: latest.end };
    events.push({ ...event, untilDay: null, priceCents: null, plan: null, reason: null });
  }
  if (fate === "is refunded" && latest !== undefined) {
    cycles[cycles.length - 1] = { ...latest, paymentStatus: "Refunded" };
    if (isOver) add(latest.end, true);
  }
  const subscription: Subscription = {
    id: `${index}`,
    number: index,
    companyId: "c",
    accountId: "a",
    packageId: "p",
    packageName: "Plan",
    priceCents,
    charged: interval,
    minimumCycles: 0,
    workingDays: 0,
    includedRounds: 0,
    refundDays: 0,
    points: [],
    currency: "USD",
    anchorDay: day,
    provider: null,
    providerReference: null,
    createdAt: at(first),
    startedAt: null,
    endedAt: null,
  };
  return { subscription, cycles, events };
}

/** What a life is worth at the end of a day, from the story and not from the rows. */
function worthOn(life: Life, index: number, day: string): [kind: string, twelfths: number] | null {
  const { cycles } = factsOf(life, index);
  const started = cycles.filter(({ start }) => start <= day);
  const latest = started.at(-1);
  if (latest === undefined || life.fate === "never pays") return null;
  const price = life.priceCents + life.rise * (started.length - 1);
  const twelfths = (price * 12) / lengths[life.interval];
  const isOwed = life.fate === "pays late" && started.length > 1;
  if (isOwed && addDays(latest.start, daysLate) > day) return ["pastDue", twelfths];
  // A renewal may take ten days to become known.
  const goesOn = life.fate !== "cancels" && life.fate !== "pauses";
  const until = goesOn ? addDays(latest.end, 10) : latest.end;
  if (until > day && latest.paymentStatus === "Paid") return ["recurring", twelfths];
  if (latest.paymentStatus === "UnPaid") return started.length > 1 ? ["pastDue", twelfths] : null;
  return life.fate === "pauses" && latest.end <= day ? ["paused", twelfths] : null;
}

/** A generator of numbers that gives the same ones in each run. */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])("agree with the stories of random customers, %i", (seed) => {
  const random = numbersFrom(seed * 7919);
  const lives = Array.from(
    { length: 40 },
    (): Life => ({
      startMonth: random(5),
      day: 1 + random(28),
      interval: intervals[random(3)] ?? "monthly",
      priceCents: 100 * (100 + random(500)),
      rise: 100 * (random(11) - 5),
      paidPeriods: 1 + random(3),
      fate: fates[random(fates.length)] ?? "goes on",
    }),
  );
  const figures = figuresOf(lives.map(factsOf), present, 5);
  const lastDays = months.map((month) =>
    month === "2027-06"
      ? today
      : addDays(`2027-${String(Number(month.slice(5)) + 1).padStart(2, "0")}-01`, -1),
  );
  const sum = (worths: readonly ([string, number] | null)[], kind: string) =>
    Math.round(worths.reduce((all, one) => all + (one?.[0] === kind ? one[1] : 0), 0) / 12);
  const told = lastDays.map((day) => lives.map((life, index) => worthOn(life, index, day)));
  for (const [index, month] of figures.months.entries()) {
    const [before = [], after = []] = [told[index], told[index + 1]];
    const changes = after.map((worth, life) => (worth?.[1] ?? 0) - (before[life]?.[1] ?? 0));
    const rising = changes.reduce((all, change) => all + Math.max(0, change), 0);
    const falling = changes.reduce((all, change) => all + Math.max(0, -change), 0);
    expect(month).toEqual({
      month: `${months[index + 1]}-01`,
      recurringCents: sum(after, "recurring"),
      pausedCents: sum(after, "paused"),
      pastDueCents: sum(after, "pastDue"),
      gainedCents: Math.round(rising / 12),
      lostCents: Math.round(falling / 12),
    });
  }
  const { recurringCents, pausedCents, pastDueCents } = figures.now;
  expect(figures.months.at(-1)).toMatchObject({ recurringCents, pausedCents, pastDueCents });
});

const life = (fate: Fate, interval: Life["interval"] = "monthly"): Life => ({
  startMonth: 4,
  day: 28,
  interval,
  priceCents: 30_000,
  rise: 0,
  paidPeriods: 1,
  fate,
});

test.each<[Life, number[]]>([
  [life("goes on"), [30_000, 30_000, 30_000]],
  [life("goes on", "quarterly"), [0, 30_000, 0]],
  [life("goes on", "yearly"), [0, 0, 0]],
  [life("cancels"), [0, 0, 0]],
  [life("pauses"), [0, 0, 0]],
  [life("never pays"), [0, 0, 0]],
])("%# the forecast has the payments that fall due", (one, cents) => {
  const { forecast } = figuresOf([factsOf(one, 1)], present, 1);
  expect(forecast).toEqual(
    ["2027-07-01", "2027-08-01", "2027-09-01"].map((month, index) => ({
      month,
      cents: cents[index],
    })),
  );
});
