import { expect, test } from "vitest";
import { actionsFor } from "./actions-for.ts";

const payment = {
  transactionId: "T1",
  date: "Nov 20, 2026",
  left: "$149.00",
  leftCents: 14900,
  wayBack: { kind: "call" },
  requests: [],
} as const;

type Given = Partial<Parameters<typeof actionsFor>[0]> & {
  status?: "Pending" | "Delivered";
  isFree?: boolean;
  money?: "UnPaid" | "Paid" | "Cancelled" | "Refunded";
};

function labelsOf({ status = "Pending", money = "UnPaid", isFree = false, ...given }: Given) {
  const { primary, others, seldom } = actionsFor({
    order: { id: "1", orderStatus: status, paymentStatus: money, isFree },
    payments: money === "Paid" ? [payment] : [],
    isToDecide: false,
    isMoneyBackAsked: false,
    isAwaited: false,
    transfer: null,
    providerName: "PayPal",
    movesMoney: true,
    makesOffers: false,
    ...given,
  });
  const more = seldom.map(({ label }) => `More: ${label}`);
  return [primary?.label ?? null, ...others.map(({ label }) => label), ...more];
}

const withoutProof = "More: Mark as delivered without proof";

test.each([
  ["unpaid", {}, ["Record a payment", "Add a note", "Cancel order", withoutProof]],
  [
    "unpaid and waits for a bank transfer",
    { transfer: {} },
    ["Record the bank transfer", "Add a note", "Cancel order", withoutProof],
  ],
  [
    "unpaid with a payment on its way",
    { isAwaited: true },
    [null, "Add a note", "Record a payment", "Cancel order", withoutProof],
  ],
  [
    "unpaid with a payment to review",
    { isToDecide: true },
    ["Review the payment", "Record a payment", "Add a note", "Cancel order", withoutProof],
  ],
  ["paid", { money: "Paid" }, ["Deliver", "Add a note", "Refund", withoutProof]],
  [
    "paid and delivered",
    { money: "Paid", status: "Delivered" },
    [null, "Add a note", "Refund", "Mark as Pending"],
  ],
  [
    "paid because there was nothing to pay",
    { money: "Paid", payments: [] },
    ["Deliver", "Add a note", "Cancel order", withoutProof],
  ],
  ["refunded", { money: "Refunded" }, [null, "Add a note", withoutProof]],
  [
    "cancelled, with nothing to pay",
    { money: "Cancelled", isFree: true },
    [null, "Add a note", withoutProof],
  ],
  ["cancelled", { money: "Cancelled" }, [null, "Record a payment", "Add a note", withoutProof]],
] as const)(
  "the page of an order that is %s offers the most urgent action first",
  (_state, given, labels) => {
    expect(labelsOf(given)).toEqual(labels);
  },
);

test("delivering a refunded order needs a confirmation; delivering a paid order does not", () => {
  const deliveryOf = (paymentStatus: "Paid" | "Refunded") => {
    const { seldom } = actionsFor({
      order: { id: "1", orderStatus: "Pending", paymentStatus, isFree: false },
      payments: [],
      isToDecide: false,
      isMoneyBackAsked: false,
      isAwaited: false,
      transfer: null,
      providerName: "PayPal",
      movesMoney: true,
      makesOffers: false,
    });
    return seldom[0]?.by;
  };
  expect(deliveryOf("Paid")).toEqual({ status: "Delivered" });
  expect(deliveryOf("Refunded")).toEqual({ dialog: "#deliver" });
});

test("the order page offers a refund for each payment whose refund is not in progress", () => {
  const waiting = { id: "r", dollars: "", amount: "", state: "waiting", reason: "" } as const;
  const other = { ...payment, transactionId: "T2", date: "Nov 21, 2026" };
  expect(labelsOf({ money: "Paid", payments: [payment, other] })).toEqual([
    "Deliver",
    "Add a note",
    "Refund of the $149.00 paid on Nov 20, 2026",
    "Refund of the $149.00 paid on Nov 21, 2026",
    withoutProof,
  ]);
  const inProgress = { ...other, requests: [{ ...waiting, isResting: false, safeUntil: "" }] };
  expect(labelsOf({ money: "Paid", payments: [payment, inProgress] })).toEqual([
    "Deliver",
    "Add a note",
    "Refund",
    withoutProof,
  ]);
});

test("the order page links to the provider for a payment that can be refunded only at the provider", () => {
  const wayBack = { kind: "page", page: "https://pay.example/T1" } as const;
  const payments = [{ ...payment, wayBack }];
  expect(labelsOf({ money: "Paid", payments })).toContain("Refund at PayPal");
  const elsewhere = [
    { ...payment, wayBack: { kind: "elsewhere", reason: "It is gone." } as const },
  ];
  expect(labelsOf({ money: "Paid", payments: elsewhere })).toEqual([
    "Deliver",
    "Add a note",
    withoutProof,
  ]);
});

test("the order page leads somebody who may make offers to an offer like the order", () => {
  const duplicate = "More: Duplicate as an offer";
  expect(labelsOf({})).not.toContain(duplicate);
  expect(labelsOf({ makesOffers: true }).slice(-2)).toEqual([withoutProof, duplicate]);
  expect(labelsOf({ makesOffers: true, status: "Delivered" }).at(-1)).toBe(duplicate);
});
