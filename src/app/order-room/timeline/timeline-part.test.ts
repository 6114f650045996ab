import { expect, test } from "vitest";
import type { OrderNotification } from "#money/ledger/order-notifications.ts";
import type { TimelineEntry } from "#work/timeline/order-timeline.ts";
import { timelineItems } from "./timeline-part.server.ts";
import { eventView } from "./timeline-view.server.ts";

const words = {
  reader: { timeZone: "UTC" },
  providerName: "PayPal",
  customerName: "Ada Field",
};
const noon = Date.UTC(2026, 10, 20, 12);

const notification = (id: string, state: OrderNotification["state"]): OrderNotification => ({
  id,
  provider: "paypal",
  receivedAt: noon,
  state,
  rawStatus: "Completed",
  transactionId: "T1",
  outcome: state === "verified" ? "applied" : "no-effect",
  outcomeReason: "The order is Paid.",
  resolution: null,
  grossCents: 14900,
  currency: "USD",
  fields: [],
});

const notified = (notificationId: string): TimelineEntry => ({
  kind: "notified",
  notificationId,
  said: "Completed",
  made: "The order is Paid.",
  at: noon,
});

const payment: TimelineEntry = {
  kind: "payment",
  amountCents: 14900,
  transactionId: "T1",
  author: "own@example.com",
  at: noon,
  notificationId: "n2",
  reference: null,
};

test("a refund that failed is not told as the end of a dispute", () => {
  const failed = { ...payment, kind: "reversal-cancelled", isFailedRefund: true } as const;
  const { customerName, ...forCustomer } = words;
  const title = (told: TimelineEntry) => eventView(told, words).title;
  const backWith = (whose: string) =>
    `The refund of $149.00 failed; the money is back with ${whose}`;
  expect(title(failed)).toBe(backWith("you"));
  expect(eventView(failed, forCustomer).title).toBe(backWith("us"));
  expect(title({ ...payment, kind: "reversal-cancelled" })).toContain("stands again");
});

test.each([
  ["funds withdrawn", "PayPal reported: money withdrawn"],
  ["Completed", "PayPal reported: Completed"],
  [null, "PayPal sent a report"],
])("a report with the status %s is titled %s", (said, title) => {
  const report = { kind: "notified", notificationId: "n1", said, made: null, at: noon } as const;
  expect(eventView(report, words).title).toBe(title);
});

test("the timeline shows the notification of a payment with the payment, and other verified notifications as events", () => {
  const { items, others } = timelineItems(
    [{ kind: "placed", at: noon - 60_000 }, notified("n1"), notified("n2"), payment],
    [notification("n1", "verified"), notification("n2", "verified"), notification("n3", "invalid")],
    words,
  );
  expect(items.map(({ kind, notification: of }) => [kind, of?.id ?? null])).toEqual([
    ["payment", "n2"],
    ["notified", "n1"],
    ["placed", null],
  ]);
  expect(others.map(({ id }) => id)).toEqual(["n3"]);
});
