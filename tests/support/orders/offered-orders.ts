import fc from "fast-check";
import type { OrderLine } from "#orders/lines/order-lines.ts";
import type { OfferedOrder } from "#orders/placing/place-order.ts";
import { centsFromAmount } from "#platform/money.ts";

export const line = (rest: Partial<OrderLine>): OrderLine => ({
  kind: "text",
  label: "A talk in your office",
  quantity: 1,
  unitCents: 50_000,
  repeats: false,
  addOnId: null,
  couponId: null,
  ...rest,
});

/** An offer of no plan, as `placeOfferedOrder` takes it. */
export const offered: OfferedOrder = {
  buyer: { accountId: "account-ada", email: "ada@example.com", companyId: "account-ada" },
  details: {
    customerName: "Ada Field",
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
    customerWebsite: "",
  },
  lines: [line({}), line({ kind: "add-on", label: "Slides", quantity: 2, unitCents: 2500 })],
  points: ["A talk of an hour"],
  terms: { workingDays: 5, includedRounds: 1, refundDays: 0, charged: "once", minimumCycles: 0 },
  packageId: "",
  packageName: "A talk",
  at: Date.UTC(2026, 10, 20, 12),
};

const anyLine = fc
  .record({
    kind: fc.constantFrom("plan", "text", "add-on", "discount", "coupon"),
    cents: fc.integer({ min: 0, max: 140_000 }),
    quantity: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ kind, cents, quantity }) => {
    if (kind === "plan") return line({ kind, label: offered.packageName, unitCents: cents });
    const isSold = kind === "text" || kind === "add-on";
    return line({ kind, quantity, unitCents: isSold ? cents : -cents });
  });

/** The lines of an order in any sequence, with reductions that can be more than their sum. */
export const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 6 });

/** Cents of an amount as people read it, such as "$1,499.00". */
export const inMoney = (amount: string) =>
  centsFromAmount(amount.replace(/[$,]/g, "")) ?? Number.NaN;

export const sum = (amounts: readonly number[]) => amounts.reduce((all, cents) => all + cents, 0);
