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
  money?: "UnPaid" | "Paid" | "Cancelled" | "Refunded";
};

function labelsOf({ status = "Pending", money = "UnPaid", ...given }: Given) {
  const { primary, others } = actionsFor({
    order: { id: "1", orderStatus: status, paymentStatus: money },
    payments: money === "Paid" ? [payment] : [],
    isToDecide: false,
    isAwaited: false,
    providerName: "PayPal",
    movesMoney: true,
    ...given,
  });
  return [primary?.label ?? null, ...others.map(({ label }) => label)];
}

test.each([
  ["unpaid", {}, ["Record a payment", "Add a note", "Mark as Delivered", "Cancel order"]],
  [
    "unpaid with a payment on its way",
    { isAwaited: true },
    [null, "Add a note", "Record a payment", "Mark as Delivered", "Cancel order"],
  ],
  [
    "unpaid with a payment to review",
    { isToDecide: true },
    ["Review the payment", "Record a payment", "Add a note", "Mark as Delivered", "Cancel order"],
  ],
  ["paid", { money: "Paid" }, ["Deliver", "Mark as Delivered", "Refund", "Add a note"]],
  [
    "paid and delivered",
    { money: "Paid", status: "Delivered" },
    [null, "Refund", "Add a note", "Mark as Pending"],
  ],
  ["refunded", { money: "Refunded" }, [null, "Add a note", "Mark as Delivered"]],
  [
    "cancelled",
    { money: "Cancelled" },
    [null, "Record a payment", "Add a note", "Mark as Delivered"],
  ],
] as const)(
  "the page of an order that is %s offers the most urgent action first",
  (_state, given, labels) => {
    expect(labelsOf(given)).toEqual(labels);
  },
);

test("delivering a refunded order needs a confirmation; delivering a paid order does not", () => {
  const deliveryOf = (paymentStatus: "Paid" | "Refunded") => {
    const { primary, others } = actionsFor({
      order: { id: "1", orderStatus: "Pending", paymentStatus },
      payments: [],
      isToDecide: false,
      isAwaited: false,
      providerName: "PayPal",
      movesMoney: true,
    });
    return [primary, ...others].find((action) => action?.label === "Mark as Delivered")?.by;
  };
  expect(deliveryOf("Paid")).toEqual({ status: "Delivered" });
  expect(deliveryOf("Refunded")).toEqual({ dialog: "#deliver" });
});

test("the order page offers a refund for each payment whose refund is not in progress", () => {
  const waiting = { id: "r", dollars: "", amount: "", state: "waiting", reason: "" } as const;
  const other = { ...payment, transactionId: "T2", date: "Nov 21, 2026" };
  expect(labelsOf({ money: "Paid", payments: [payment, other] })).toEqual([
    "Deliver",
    "Mark as Delivered",
    "Refund of the $149.00 paid on Nov 20, 2026",
    "Refund of the $149.00 paid on Nov 21, 2026",
    "Add a note",
  ]);
  const inProgress = { ...other, requests: [{ ...waiting, isResting: false, safeUntil: "" }] };
  expect(labelsOf({ money: "Paid", payments: [payment, inProgress] })).toEqual([
    "Deliver",
    "Mark as Delivered",
    "Refund",
    "Add a note",
  ]);
});

test("the order page links to the provider for a payment that can be refunded only at the provider", () => {
  const wayBack = { kind: "page", page: "https://pay.example/T1" } as const;
  const payments = [{ ...payment, wayBack }];
  expect(labelsOf({ money: "Paid", payments })).toContain("Refund at PayPal");
  const elsewhere = [{ ...payment, wayBack: { kind: "elsewhere", provider: "other" } as const }];
  expect(labelsOf({ money: "Paid", payments: elsewhere })).toEqual([
    "Deliver",
    "Mark as Delivered",
    "Add a note",
  ]);
});
