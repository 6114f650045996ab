import { amountFromCents } from "#platform/money.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { AccountMovement } from "./account-movement.ts";

export const statementForms = ["paypal-activity", "stripe-itemised", "stripe-all"] as const;
export type StatementForm = (typeof statementForms)[number];

const paypalTypes: Readonly<Record<AccountMovement["kind"], string>> = {
  payment: "Express Checkout Payment",
  refund: "Payment Refund",
  "failed-refund": "Payment Refund Returned",
  reversal: "Payment Reversal",
  "won-dispute": "Chargeback Settlement",
  payout: "General Withdrawal - Bank Account",
};

const paypalHeadings =
  "Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,To Email Address,Transaction ID,Reference Txn ID,Invoice Number,Custom Number,Balance,Balance Impact".split(
    ",",
  );

/** Newest first, in the form of PayPal's activity for the United States. */
function paypalRows(account: string, movements: readonly AccountMovement[]) {
  let balance = 0;
  return movements
    .map((movement) => {
      const { kind, id, paymentId, cents, feeCents, currency, at } = movement;
      balance += cents - feeCents;
      const [year, month, day] = isoTime(at).slice(0, 10).split("-");
      const isIn = cents > 0;
      const buyer = kind === "payout" ? "" : "buyer@example.com";
      return [
        `${month}/${day}/${year}`,
        isoTime(at).slice(11, 19),
        "UTC",
        kind === "payout" ? "" : "Zoë Tester",
        paypalTypes[kind],
        "Completed",
        currency,
        grouped(cents),
        grouped(-feeCents),
        grouped(cents - feeCents),
        isIn ? buyer : account,
        isIn ? account : buyer,
        id,
        paymentId,
        movement.orderReference,
        movement.attemptId,
        grouped(balance),
        isIn ? "Credit" : "Debit",
      ];
    })
    .toReversed();
}

function grouped(cents: number): string {
  return amountFromCents(cents).replace(/\B(?=(\d{3})+\.)/g, ",");
}

const stripeCategories: Readonly<Record<AccountMovement["kind"], readonly [string, string]>> = {
  payment: ["charge", "charge"],
  refund: ["refund", "refund"],
  "failed-refund": ["refund_failure", "refund_failure"],
  reversal: ["dispute", "adjustment"],
  "won-dispute": ["dispute_reversal", "adjustment"],
  payout: ["payout", "payout"],
};

const stripeHeadings = {
  "stripe-itemised":
    "balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,source_id,description,payment_intent_id,payment_metadata[order]",
  "stripe-all":
    "id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description,attempt (metadata),order (metadata)",
} as const;

function stripeRow(form: "stripe-itemised" | "stripe-all", movement: AccountMovement) {
  const { kind, id, paymentId, cents, feeCents, currency, at } = movement;
  const [category, type] = stripeCategories[kind];
  const time = isoTime(at).slice(0, 19).replace("T", " ");
  const isPayment = kind === "payment";
  // The charge of a payment intent has an id of its own.
  const source = isPayment ? id.replace(/^pi_/, "ch_") : id;
  const sums = [cents, feeCents, cents - feeCents].map(amountFromCents);
  const of = {
    balance: `txn_${kind}_${id}`,
    currency: currency.toLowerCase(),
    text: `${category} ${id}`,
  };
  const intent = isPayment ? id : paymentId;
  const order = movement.orderReference;
  return form === "stripe-itemised"
    ? [of.balance, time, time, of.currency, ...sums, category, source, of.text, intent, order]
    : [of.balance, type, source, ...sums, of.currency, time.slice(0, 16), time.slice(0, 16)].concat(
        [of.text, movement.attemptId, order],
      );
}

/** The file that a provider exports of an account, whose movements are given oldest first. */
export function writeStatement(
  form: StatementForm,
  movements: readonly AccountMovement[],
  account = "till@example.org",
): string {
  const rows =
    form === "paypal-activity"
      ? [paypalHeadings, ...paypalRows(account, movements)]
      : [
          stripeHeadings[form].split(","),
          ...movements.map((movement) => stripeRow(form, movement)),
        ];
  // Providers write amounts as they are, which `csvRow` would not.
  return rows.map((cells) => cells.map(quoted).join(",")).join("\r\n");
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
