import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LedgerEvent } from "#orders/order.ts";
import { addDays, weekdayOf } from "#platform/time/calendar.ts";
import { dayOf, startOfDay } from "#platform/time/dates.ts";
import type { OrderStage } from "#stages/order-stage.ts";
import { orderClock } from "./order-clock.ts";
import { stageChanges } from "./stage-changes.ts";

const hourMs = 3_600_000;

function clockIn(
  timeZone: string,
  weekdays: readonly number[] = [1, 2, 3, 4, 5],
  closedDays: readonly string[] = [],
) {
  const at = (day: string, hour = 12) => startOfDay(day, timeZone) + hour * hourMs;
  return {
    at,
    read: (
      changes: readonly (readonly [at: number, stage: OrderStage])[],
      now: number,
      workingDays = 10,
    ) =>
      orderClock(
        changes.map(([when, stage]) => ({ at: when, stage })),
        { workingDays, calendar: { timeZone, weekdays, closedDays }, now },
      ),
  };
}

describe("The clock of an order", () => {
  test("counts the working days after the payment", () => {
    const { at, read } = clockIn("Europe/Oslo");
    // November 20, 2026 is a Friday.
    const paid = [[at("2026-11-20"), "in-work"]] as const;
    const days = ["2026-11-20", "2026-11-22", "2026-11-23", "2026-11-27", "2026-11-30"];
    expect(days.map((day) => read(paid, at(day))?.day)).toEqual([0, 0, 1, 5, 6]);
    expect(read(paid, at("2026-11-20"))?.dueDay).toBe("2026-12-04");
    expect(read(paid, at("2026-12-04", 23))?.isOverdue).toBe(false);
    expect(read(paid, at("2026-12-05", 0))).toMatchObject({
      isOverdue: true,
      dueDay: "2026-12-04",
    });
  });

  test("does not count closed days", () => {
    const closed = ["2026-11-24", "2026-11-28", "2026-12-04"];
    const { at, read } = clockIn("Europe/Oslo", [1, 2, 3, 4, 5], closed);
    const paid = [[at("2026-11-20"), "in-work"]] as const;
    expect(read(paid, at("2026-11-25"))).toMatchObject({ day: 2, dueDay: "2026-12-08" });
  });

  test.each([
    // Clocks go forward and back in these weeks; in Santiago they do so at midnight.
    ["Europe/Oslo", "2026-03-26", "2026-04-09"],
    ["Europe/Oslo", "2026-10-22", "2026-11-05"],
    ["America/New_York", "2026-03-05", "2026-03-19"],
    ["America/New_York", "2026-10-29", "2026-11-12"],
    ["America/Santiago", "2026-09-03", "2026-09-17"],
  ])("counts whole days in %s when the clocks change after %s", (timeZone, start, due) => {
    const { at, read } = clockIn(timeZone);
    for (const hour of [0, 23]) {
      const paid = [[at(start, hour), "in-work"]] as const;
      expect(read(paid, at(start, hour))?.dueDay).toBe(due);
      expect(read(paid, startOfDay(due, timeZone) - 1)?.day).toBe(9);
      expect(read(paid, startOfDay(due, timeZone))?.day).toBe(10);
      const end = startOfDay(addDays(due, 1), timeZone);
      expect([read(paid, end - 1)?.isOverdue, read(paid, end)?.isOverdue]).toEqual([false, true]);
    }
  });

  test("stands still while the order waits for an answer or a review", () => {
    const { at, read } = clockIn("UTC");
    const changes = [
      [at("2026-11-20"), "in-work"],
      [at("2026-11-24"), "waiting-for-customer"],
      [at("2026-11-26"), "in-work"],
      [at("2026-11-27"), "in-review"],
      [at("2026-11-30"), "in-work"],
    ] as const;
    expect(read(changes, at("2026-12-01"))).toEqual({
      stage: "in-work",
      day: 4,
      workingDays: 10,
      stoodStill: { brief: 0, question: 2, review: 1, payment: 0 },
      dueDay: "2026-12-09",
      isOverdue: false,
      isSuspended: false,
    });
  });

  test("stands still from the end of the grace until the payment of the plan's next period", () => {
    const { at } = clockIn("UTC");
    const from = startOfDay("2026-11-24", "UTC");
    const read = (now: string, until: number | null) =>
      orderClock([{ at: at("2026-11-20"), stage: "in-work" }], {
        workingDays: 3,
        calendar: { timeZone: "UTC", weekdays: [1, 2, 3, 4, 5], closedDays: [] },
        now: at(now),
        suspensions: [{ from, until }],
      });
    expect(read("2026-12-04", null)).toMatchObject({
      day: 1,
      stoodStill: { payment: 9 },
      isOverdue: false,
      isSuspended: true,
    });
    expect(read("2026-12-04", at("2026-12-01"))).toMatchObject({
      day: 4,
      stoodStill: { payment: 6 },
      dueDay: "2026-12-03",
      isOverdue: true,
      isSuspended: false,
    });
  });

  const zone = fc.constantFrom("Europe/Oslo", "America/New_York", "America/Santiago", "UTC");
  const history = fc.record({
    zone,
    paid: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) }),
    pauses: fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 })), {
      maxLength: 5,
    }),
    passed: fc.integer({ min: 0, max: 2000 }),
    workingDays: fc.integer({ min: 1, max: 120 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  });
  const changesOf = ({ paid, pauses }: { paid: number; pauses: [number, number][] }) => {
    const changes: [number, OrderStage][] = [[paid, "in-work"]];
    let last = paid;
    for (const [work, wait] of pauses) {
      changes.push([last + work * hourMs, "waiting-for-customer"]);
      last += (work + wait) * hourMs;
      changes.push([last, "in-work"]);
    }
    return { changes, last };
  };

  test("counts each working day once, either as used or as paused", () => {
    fc.assert(
      fc.property(history, (made) => {
        const { changes, last } = changesOf(made);
        const now = last + made.passed * hourMs;
        const read = clockIn(made.zone, made.weekdays).read(changes, now, made.workingDays);
        let worked = 0;
        const today = dayOf(now, made.zone);
        for (let day = dayOf(made.paid, made.zone); day < today; ) {
          day = addDays(day, 1);
          if (made.weekdays.includes(weekdayOf(day))) worked += 1;
        }
        expect((read?.day ?? 0) + (read?.stoodStill.question ?? 0)).toBe(worked);
      }),
    );
  });

  test("shows the last promised day on the due day, which is a working day", () => {
    fc.assert(
      fc.property(history, (made) => {
        const { changes, last } = changesOf(made);
        const { at, read } = clockIn(made.zone, made.weekdays);
        const dueDay = read(changes, last, made.workingDays)?.dueDay ?? "";
        expect(made.weekdays).toContain(weekdayOf(dueDay));
        if (dueDay <= dayOf(last, made.zone)) return;
        const then = read(changes, at(dueDay), made.workingDays);
        expect(then).toMatchObject({ day: made.workingDays, dueDay, isOverdue: false });
        expect(read(changes, at(addDays(dueDay, 1)), made.workingDays)?.isOverdue).toBe(true);
      }),
    );
  });

  test("moves the due day by the working days on which it stood still", () => {
    fc.assert(
      fc.property(history, (made) => {
        const { changes, last } = changesOf(made);
        const { read } = clockIn(made.zone, made.weekdays);
        const [paid] = changes;
        if (paid === undefined) return;
        const paused = read(changes, last, 120);
        const whole = read([paid], last, 120 + (paused?.stoodStill.question ?? 0));
        if ((paused?.day ?? 0) < 120) expect(paused?.dueDay).toBe(whole?.dueDay);
      }),
    );
  });
});

describe("The stages of an order", () => {
  const order = { paymentStatus: "Paid", orderStatus: "Pending", paidAt: 10 } as const;

  test("begin with the payment, also for work that was delivered before the payment", () => {
    const reviews = [
      { kind: "delivered", number: 1, at: 5 },
      { kind: "changes-asked", number: 1, at: 20 },
    ] as const;
    expect(stageChanges({ order, reviews, questions: [], briefs: [], ledger: [] })).toEqual([
      { at: 10, stage: "in-review" },
      { at: 20, stage: "in-work" },
    ]);
  });

  test("include the times in which the order waits for the customer", () => {
    const questions = [
      { kind: "asked", number: 1, at: 20 },
      { kind: "asked", number: 2, at: 30 },
      { kind: "closed", number: 1, at: 40 },
      { kind: "answered", number: 2, at: 50 },
    ] as const;
    const none = { reviews: [], briefs: [], ledger: [] };
    const stages = stageChanges({ order, ...none, questions }).map(({ stage }) => stage);
    expect(stages).toEqual([
      "in-work",
      "waiting-for-customer",
      "waiting-for-customer",
      "waiting-for-customer",
      "in-work",
    ]);
  });

  test("begin with an open brief, which makes the order ready when it is sent", () => {
    const briefs = [
      { kind: "begun", at: 10 },
      { kind: "sent", at: 30 },
      { kind: "work-started", at: 40 },
    ] as const;
    const questions = [
      { kind: "asked", number: 1, at: 20 },
      { kind: "answered", number: 1, at: 35 },
    ] as const;
    expect(stageChanges({ order, reviews: [], questions, briefs, ledger: [] })).toEqual([
      { at: 10, stage: "awaiting-brief" },
      { at: 20, stage: "awaiting-brief" },
      { at: 30, stage: "waiting-for-customer" },
      { at: 35, stage: "ready" },
      { at: 40, stage: "in-work" },
    ]);
  });

  test("include “cancelled” while the payment is reversed", () => {
    const money = (kind: LedgerEvent["kind"], at: number, amountCents: number) => ({
      kind,
      at,
      amountCents,
      transactionId: `${kind} ${at}`,
      parentTransactionId: kind === "payment" ? null : "payment 10",
      recordedAt: null,
    });
    const ledger = [
      money("payment", 10, 900),
      money("refund", 15, -100),
      money("reversal", 20, -800),
      money("reversal-cancelled", 30, 800),
    ];
    const none = { reviews: [], questions: [], briefs: [] };
    expect(stageChanges({ order, ...none, ledger }).map(({ at, stage }) => [at, stage])).toEqual([
      [10, "in-work"],
      [15, "in-work"],
      [20, "cancelled"],
      [30, "in-work"],
    ]);
  });
});
