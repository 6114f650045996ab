import { describe, expect, test } from "vitest";
import { dayOf } from "#platform/time/dates.ts";
import type {
  Cycle,
  Subscription,
  SubscriptionEvent,
  SubscriptionEventKind,
} from "./subscription.ts";
import { cyclesUntilFree, subscriptionStanding, suspensionsOf } from "./subscription-state.ts";

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
const dayMs = 24 * 60 * 60 * 1000;

const subscription: Subscription = {
  id: "subscription",
  number: 1001,
  companyId: "company",
  accountId: "ada",
  packageId: "plan",
  packageName: "Premium",
  priceCents: 49_900,
  charged: "monthly",
  minimumCycles: 0,
  workingDays: 20,
  includedRounds: 2,
  refundDays: 14,
  points: [],
  currency: "USD",
  anchorDay: 31,
  provider: null,
  providerReference: null,
  createdAt: at("2027-01-31"),
  startedAt: at("2027-01-31"),
  endedAt: null,
};

/** A cycle with five days of grace; `paid` is the day of its payment, "" for none. */
function cycle(number: number, start: string, end: string, paid: string): Cycle {
  return {
    subscriptionId: subscription.id,
    number,
    start,
    end,
    orderId: `order-${number}`,
    orderNumber: 1000 + number,
    priceCents: 49_900,
    madeAt: at(start) - 7 * dayMs,
    dueAt: Date.parse(start),
    suspendsAt: Date.parse(start) + 5 * dayMs,
    paymentStatus: paid === "" ? "UnPaid" : "Paid",
    paidAt: paid === "" ? null : at(paid),
    paidDay: paid === "" ? null : paid,
    withdrawnAt: null,
    isTakenBack: false,
  };
}

let events = 0;
function event(
  kind: SubscriptionEventKind,
  on: string,
  given: Partial<SubscriptionEvent> = {},
): SubscriptionEvent {
  events += 1;
  return {
    id: String(events).padStart(6, "0"),
    kind,
    at: at(on),
    author: "customer",
    day: null,
    untilDay: null,
    priceCents: null,
    plan: null,
    reason: null,
    ...given,
  };
}

const first = cycle(1, "2027-01-31", "2027-02-28", "2027-01-31");
const second = (paid: string) => cycle(2, "2027-02-28", "2027-03-31", paid);

function standing(
  on: string,
  given: { cycles?: readonly Cycle[]; events?: readonly SubscriptionEvent[] },
) {
  const facts = { subscription, cycles: given.cycles ?? [first], events: given.events ?? [] };
  return subscriptionStanding(facts, { now: at(on), today: dayOf(at(on), "UTC") });
}

describe("The state of a subscription", () => {
  const cancelled = { ...first, paymentStatus: "Cancelled", paidAt: null } as const;
  const refunded = { ...first, paymentStatus: "Refunded" } as const;
  const takenBack = { ...refunded, isTakenBack: true } as const;
  test.each<[string, string, Parameters<typeof standing>[1], string]>([
    [
      "unpaid",
      "2027-02-01",
      { cycles: [cycle(1, "2027-01-31", "2027-02-28", "")] },
      "awaiting-approval",
    ],
    ["never paid and cancelled", "2027-02-04", { cycles: [cancelled] }, "ended"],
    ["paid", "2027-02-27", {}, "active"],
    ["with the next order open", "2027-02-27", { cycles: [first, second("")] }, "active"],
    ["on the first overdue day", "2027-02-28", { cycles: [first, second("")] }, "past-due"],
    ["on the last day of grace", "2027-03-04", { cycles: [first, second("")] }, "past-due"],
    ["after the grace", "2027-03-05", { cycles: [first, second("")] }, "suspended"],
    ["paid after the grace", "2027-03-08", { cycles: [first, second("2027-03-07")] }, "active"],
    ["with a refunded month", "2027-02-10", { cycles: [refunded] }, "active"],
    ["with a month charged back", "2027-02-10", { cycles: [takenBack] }, "suspended"],
    [
      "with a chargeback that the owner settled",
      "2027-02-10",
      {
        cycles: [takenBack],
        events: [event("dispute-settled", "2027-02-09", { reason: "order-1" })],
      },
      "active",
    ],
    [
      "past due at the provider",
      "2027-03-01",
      {
        cycles: [first, { ...second(""), dueAt: at("2027-04-01"), suspendsAt: at("2027-04-06") }],
        events: [event("provider-past-due", "2027-02-28")],
      },
      "past-due",
    ],
    [
      "past due by the provider’s clock, which is ahead, though everything is paid",
      "2027-03-01",
      { cycles: [first, second("2027-02-28")], events: [event("provider-past-due", "2027-04-09")] },
      "active",
    ],
    [
      "paid after the provider reported a failure",
      "2027-03-03",
      { cycles: [first, second("2027-03-02")], events: [event("provider-past-due", "2027-02-28")] },
      "active",
    ],
    [
      "ended at the provider, in the paid month",
      "2027-02-10",
      { events: [event("provider-ended", "2027-02-09")] },
      "active",
    ],
    [
      "ended at the provider, after the paid month",
      "2027-02-28",
      { events: [event("provider-ended", "2027-02-09")] },
      "ended",
    ],
    [
      "paused at the provider",
      "2027-02-10",
      { events: [event("provider-paused", "2027-02-09")] },
      "paused",
    ],
    [
      "paused at the provider for a pause that begins after the paid month",
      "2027-02-10",
      {
        events: [
          event("pause-asked", "2027-02-09", { day: "2027-02-28" }),
          event("provider-paused", "2027-02-09"),
        ],
      },
      "active",
    ],
    [
      "resumed here, before the provider reports it",
      "2027-02-11",
      {
        events: [
          event("provider-paused", "2027-02-09"),
          event("resume-asked", "2027-02-10", { day: "2027-02-10" }),
        ],
      },
      "active",
    ],
    [
      "resumed here, after a report whose clock is ahead",
      "2027-02-11",
      {
        events: [
          event("provider-paused", "2027-04-09", { id: "000000" }),
          event("resume-asked", "2027-02-10", { day: "2027-02-10" }),
        ],
      },
      "active",
    ],
    [
      "paused at the provider after it was resumed here",
      "2027-02-13",
      {
        events: [
          event("resume-asked", "2027-02-10", { day: "2027-02-10" }),
          event("provider-paused", "2027-02-12"),
        ],
      },
      "paused",
    ],
    [
      "ended at the provider, though a cancellation was taken back since",
      "2027-02-28",
      { events: [event("provider-ended", "2027-02-09"), event("cancel-withdrawn", "2027-02-10")] },
      "ended",
    ],
    [
      "cancelled, on its last day",
      "2027-02-27",
      { events: [event("cancel-asked", "2027-02-10", { day: "2027-02-28" })] },
      "active",
    ],
    [
      "cancelled, after its last day",
      "2027-02-28",
      { events: [event("cancel-asked", "2027-02-10", { day: "2027-02-28" })] },
      "ended",
    ],
    [
      "before a planned pause",
      "2027-02-27",
      { events: [event("pause-asked", "2027-02-10", { day: "2027-02-28" })] },
      "active",
    ],
    [
      "in a pause",
      "2027-03-10",
      { events: [event("pause-asked", "2027-02-10", { day: "2027-02-28" })] },
      "paused",
    ],
  ])("%s on %s", (_name, on, given, state) => {
    expect(standing(on, given).state).toBe(state);
    const reversed = { cycles: given.cycles?.toReversed(), events: given.events?.toReversed() };
    expect(standing(on, reversed)).toEqual(standing(on, given));
  });
});

describe("The next period", () => {
  const pause = (day: string, untilDay: string | null = null) =>
    event("pause-asked", "2027-02-10", { day, untilDay });
  const withdrawn = {
    ...second(""),
    paymentStatus: "Cancelled",
    withdrawnAt: at("2027-02-24"),
  } as const;
  test.each<[string, string, Parameters<typeof standing>[1], string | undefined]>([
    ["follows the last", "2027-02-10", {}, "2027-02-28"],
    ["keeps the anchor day", "2027-03-10", { cycles: [first, second("2027-02-28")] }, "2027-03-31"],
    [
      "skips months without work",
      "2027-04-10",
      { cycles: [first, second("2027-04-10")] },
      "2027-04-30",
    ],
    [
      "is not billed for a month paid late",
      "2027-03-30",
      { cycles: [first, second("2027-03-30")] },
      "2027-03-31",
    ],
    [
      "waits for the end of a pause",
      "2027-02-10",
      { events: [pause("2027-02-28", "2027-04-10")] },
      "2027-04-30",
    ],
    ["is unknown in an open pause", "2027-02-10", { events: [pause("2027-02-28")] }, undefined],
    [
      "follows the resumption",
      "2027-05-02",
      { events: [pause("2027-02-28"), event("resume-asked", "2027-05-02", { day: "2027-05-02" })] },
      "2027-05-31",
    ],
    [
      "waits for the end that a pause was given later",
      "2027-02-10",
      { events: [pause("2027-02-28"), pause("2027-02-28", "2027-04-10")] },
      "2027-04-30",
    ],
    [
      "comes again when a pause with another end is taken back",
      "2027-02-25",
      {
        cycles: [first, withdrawn],
        events: [
          pause("2027-02-28", "2027-04-10"),
          pause("2027-02-28"),
          event("resume-asked", "2027-02-25", { day: "2027-02-25" }),
        ],
      },
      "2027-02-28",
    ],
    [
      "comes again when a pause is taken back",
      "2027-02-25",
      {
        cycles: [first, withdrawn],
        events: [pause("2027-02-28"), event("resume-asked", "2027-02-25", { day: "2027-02-25" })],
      },
      "2027-02-28",
    ],
    [
      "is none after a cancellation",
      "2027-02-10",
      { events: [event("cancel-asked", "2027-02-10", { day: "2027-02-28" })] },
      undefined,
    ],
    [
      "comes again when a cancellation is taken back",
      "2027-02-12",
      {
        events: [
          event("cancel-asked", "2027-02-10", { day: "2027-02-28" }),
          event("cancel-withdrawn", "2027-02-11"),
        ],
      },
      "2027-02-28",
    ],
  ])("%s on %s", (_name, on, given, start) => {
    expect(standing(on, given).next?.start).toBe(start);
  });

  test.each<[string, readonly SubscriptionEvent[], number, string | undefined]>([
    ["no change", [], 49_900, undefined],
    [
      "an offer",
      [event("price-offered", "2027-02-01", { priceCents: 59_900, day: "2027-02-28" })],
      59_900,
      undefined,
    ],
    [
      "an offer that waits for consent",
      [
        event("price-offered", "2027-02-01", {
          priceCents: 59_900,
          day: "2027-02-28",
          reason: "consent",
        }),
      ],
      49_900,
      undefined,
    ],
    [
      "an offer with consent",
      [
        event("price-offered", "2027-02-01", {
          priceCents: 59_900,
          day: "2027-02-28",
          reason: "consent",
        }),
        event("price-agreed", "2027-02-02"),
      ],
      59_900,
      undefined,
    ],
    [
      "an offer for later",
      [event("price-offered", "2027-02-01", { priceCents: 59_900, day: "2027-03-02" })],
      49_900,
      undefined,
    ],
    [
      "another plan",
      [
        event("plan-asked", "2027-02-01", {
          day: "2027-02-28",
          plan: { ...subscription, priceCents: 149_700, charged: "quarterly" },
        }),
      ],
      149_700,
      "2027-05-31",
    ],
  ])("has the price of %s", (_name, changes, priceCents, end = "2027-03-31") => {
    const { next } = standing("2027-02-10", { events: changes });
    expect(next).toEqual({ start: "2027-02-28", end, priceCents });
  });
});

test("A minimum term counts paid cycles", () => {
  const cycles = [first, second("")];
  expect(cyclesUntilFree({ minimumCycles: 3 }, cycles)).toBe(2);
  expect(cyclesUntilFree({ minimumCycles: 0 }, cycles)).toBe(0);
});

test("The clocks stand still from the end of the grace until the payment", () => {
  const grace = Date.parse("2027-03-05");
  const still = (paid: string, endedAt: number | null = null) =>
    suspensionsOf([first, second(paid)], [], endedAt).filter(({ from }) => from === grace);
  expect(still("2027-03-02")).toEqual([]);
  expect(still("2027-03-10")).toEqual([{ from: grace, until: at("2027-03-10") }]);
  expect(still("")).toEqual([{ from: grace, until: null }]);
  expect(still("", at("2027-03-20"))).toEqual([{ from: grace, until: at("2027-03-20") }]);
});
