import { describe, expect, test } from "vitest";
import {
  type LedgerEvent,
  type Order,
  paymentStatuses,
  paymentStatusOf,
  paymentTransitions,
  toRestOrder,
} from "./order.ts";

const event = (
  kind: LedgerEvent["kind"],
  amountCents: number,
  transactionId: string | null,
  parentTransactionId: string | null = null,
): LedgerEvent => ({ kind, amountCents, transactionId, parentTransactionId });

const paid = event("payment", 100, "T1");
const paidAgain = event("payment", 100, "T2");
const cancelled = event("cancellation", 0, null);
const nothingDue = event("nothing-due", 0, null);
const refunded = event("refund", -100, "R1", "T1");
const refundedPartly = event("refund", -40, "R2", "T1");
const refundedTheRest = event("refund", -60, "R3", "T1");
const refundedOfOther = event("refund", -100, "R4", "T9");
const reversed = event("reversal", -100, "V1", "T1");
const reversalCancelled = event("reversal-cancelled", 100, "V2", "T1");

function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first, index) =>
    ordersOf(items.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  );
}

describe("The payment status", () => {
  test.each([
    ["UnPaid", []],
    ["Paid", [paid]],
    ["Cancelled", [cancelled]],
    ["Paid", [cancelled, paid]],
    ["Refunded", [paid, refunded]],
    ["Paid", [paid, refundedPartly]],
    ["Refunded", [paid, refundedPartly, refundedTheRest]],
    ["Paid", [paid, paidAgain, refunded]],
    ["Paid", [paid, refundedOfOther]],
    ["Refunded", [paid, reversed]],
    ["Paid", [paid, reversed, reversalCancelled]],
    ["Refunded", [paid, reversed, reversalCancelled, refunded]],
    ["UnPaid", [refunded]],
    ["Paid", [nothingDue]],
    ["Cancelled", [nothingDue, cancelled]],
    ["Paid", [nothingDue, paid]],
    ["Paid", [nothingDue, paid, refunded]],
    ["Refunded", [nothingDue, cancelled, paid, refunded]],
  ] as const)("is %s in whatever sequence the entries of the ledger arrive", (status, events) => {
    for (const inSomeOrder of ordersOf<LedgerEvent>(events)) {
      expect(paymentStatusOf(inSomeOrder)).toBe(status);
    }
  });

  test("makes exactly the transitions that the list of allowed transitions contains", () => {
    const seen = new Set<string>();
    // The walk adds a cancellation only to an order that can be cancelled: an UnPaid order, and one
    // with nothing to pay.
    const walk = (before: LedgerEvent[], left: LedgerEvent[]) => {
      const from = paymentStatusOf(before);
      for (const next of left) {
        const isFree = before.includes(nothingDue);
        if (next === cancelled && from !== "UnPaid" && !isFree) continue;
        const to = paymentStatusOf([...before, next]);
        if (from !== to) seen.add(`${from} → ${to}`);
        walk(
          [...before, next],
          left.filter((event) => event !== next),
        );
      }
    };
    walk([], [paid, paidAgain, cancelled, refunded, reversed, reversalCancelled]);
    walk([], [nothingDue, cancelled]);
    const allowed = paymentStatuses.flatMap((from) =>
      paymentTransitions[from].map((to) => `${from} → ${to}`),
    );
    expect([...seen].sort()).toEqual(allowed.sort());
  });
});

describe("An order over REST", () => {
  const order: Order = {
    id: "id",
    number: 7,
    accountId: "account",
    companyId: "account",
    companyName: "",
    customerEmail: "ada@example.com",
    customerName: "Ada",
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
    customerWebsite: "",
    packageId: "plan",
    packageName: "Basic",
    priceCents: 14950,
    currency: "USD",
    paymentStatus: "UnPaid",
    orderStatus: "Pending",
    placedAt: Date.UTC(2026, 0, 2, 3),
    paidAt: null,
    workingDays: 0,
    includedRounds: 2,
    refundDays: 14,
    charged: "once",
    minimumCycles: 0,
    assigneeId: null,
    isDemonstration: false,
  };

  test("has the specified fields and formats, and no internal fields", () => {
    expect(toRestOrder(order, "UTC")).toEqual({
      _id: "id",
      packageName: "Basic",
      packagePrice: "149.50",
      packageCharged: "once",
      customerEmail: "ada@example.com",
      companyName: "",
      customerName: "Ada",
      customerAddress: "1 Long Acre",
      customerCountry: "Norway",
      customerWebsite: "",
      paymentStatus: "UnPaid",
      orderStatus: "Pending",
      orderDate: "01/02/26",
    });
    expect(toRestOrder({ ...order, priceCents: 14900 }, "UTC").packagePrice).toBe("149");
  });

  test("is dated in the site's time zone", () => {
    expect(toRestOrder(order, "America/New_York").orderDate).toBe("01/01/26");
  });
});
