import fc from "fast-check";
import { expect, test } from "vitest";
import { orderStatuses, paymentStatuses } from "../orders/order.ts";
import { type AcceptanceEventKind, roundInWords, type Stage, stageOf } from "./delivery-stage.ts";

interface Event {
  readonly kind: AcceptanceEventKind;
  readonly number: number;
}

const paid = { paymentStatus: "Paid", orderStatus: "Pending" } as const;

/**
 * Second implementation of the stage: removes each pair of a reopening and its undo, and derives
 * the stage from the last event alone.
 */
function stageByCrossingOut(events: readonly Event[]): Stage {
  const left: Event[] = [];
  for (const event of events) {
    if (event.kind === "restored") left.pop();
    else left.push(event);
  }
  const last = left.at(-1)?.kind;
  if (last === "delivered") return "in-review";
  return last === "accepted" ? "accepted" : "in-work";
}

/** Kinds of events that the operations allow after these events. */
function possibleNext(events: readonly Event[]): readonly AcceptanceEventKind[] {
  const stage = stageByCrossingOut(events);
  if (stage === "in-review") return ["accepted", "changes-asked", "reopened"];
  if (stage === "accepted") return ["reopened", "reopened-by-customer"];
  return events.at(-1)?.kind === "reopened" ? ["delivered", "restored"] : ["delivered"];
}

function eventsFrom(choices: readonly number[]): readonly Event[] {
  const events: Event[] = [];
  for (const choice of choices) {
    const possible = possibleNext(events);
    const kind = possible[choice % possible.length] ?? "delivered";
    const count = events.filter((event) => event.kind === "delivered").length;
    events.push({ kind, number: kind === "delivered" ? count + 1 : count });
  }
  return events;
}

test("a Paid order has the right stage after every possible sequence of events", () => {
  const sequences = fc.array(fc.nat(2), { minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(sequences, (choices) => {
      const events = eventsFrom(choices);
      expect(stageOf(paid, events)).toBe(stageByCrossingOut(events));
    }),
    { numRuns: 500 },
  );
});

test("an order that is not Paid is unpaid or cancelled, whatever its events", () => {
  const sequences = fc.array(fc.nat(2), { maxLength: 12 });
  const order = fc.record({
    paymentStatus: fc.constantFrom(...paymentStatuses),
    orderStatus: fc.constantFrom(...orderStatuses),
  });
  fc.assert(
    fc.property(order, sequences, (staged, choices) => {
      const stage = stageOf(staged, eventsFrom(choices));
      const isOpen = staged.paymentStatus === "Paid";
      expect(stage === "unpaid").toBe(staged.paymentStatus === "UnPaid");
      expect(["in-work", "in-review", "accepted"].includes(stage)).toBe(isOpen);
    }),
  );
});

test("an order that was Delivered before deliveries were recorded counts as accepted", () => {
  expect(stageOf(paid, [])).toBe("in-work");
  expect(stageOf({ ...paid, orderStatus: "Delivered" }, [])).toBe("accepted");
});

test.each([
  [2, 2, "2"],
  [3, 2, "3, beyond the 2 included rounds"],
  [2, 1, "2, beyond the 1 included round"],
  [1, 0, "1, beyond what the price includes"],
])("round %i of %i is written as %s", (round, included, words) => {
  expect(roundInWords(round, included)).toBe(words);
});
