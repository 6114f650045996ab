import type { ReadEntry } from "#bookkeeping/months/read-months.ts";
import { kindsInWords } from "#bookkeeping/statements/explanation.ts";
import type { ReadRow } from "#bookkeeping/statements/read-statements.ts";
import type { LedgerKind } from "#orders/order.ts";
import { storedProvider } from "#payments/stored-providers.ts";
import { amountFromCents, dollarsFromCents } from "#platform/money.ts";
import { type DateReader, minuteOf } from "#platform/time/dates.ts";
import type { BookRow } from "./book-rows-table.tsx";

const kindsOfEntries: Partial<Record<LedgerKind, string>> = {
  payment: "Payment",
  refund: "Refund",
  reversal: "Taken back",
  "reversal-cancelled": "Given back",
};

function amountOf(cents: number, currency: string): string {
  return currency === "USD" ? dollarsFromCents(cents) : `${amountFromCents(cents)} ${currency}`;
}

/** A row of a statement as a table shows it. */
export function bookRow(row: ReadRow, reader: DateReader): BookRow {
  const { entry, explanation, currency } = row;
  return {
    id: row.id,
    when: row.at === 0 ? "" : minuteOf(row.at, reader),
    what: [row.type, row.about].filter(Boolean).join(": ") || `Line ${row.line}`,
    transaction: row.transactionId,
    amount: row.state === "unreadable" ? "" : amountOf(row.grossCents, currency),
    fee: row.feeCents === 0 ? "" : amountOf(row.feeCents, currency),
    state: row.state,
    isOpen: row.isOpen,
    mayExplain: !row.isClosed,
    why: whyOf(row),
    order: entry === null ? null : { id: entry.orderId, name: `Order ${entry.orderNumber}` },
    explanation:
      explanation === null
        ? ""
        : `${kindsInWords[explanation.kind]}: ${explanation.reason} (${explanation.author})`,
    isInReview: row.isInReview,
    alike: row.alike,
    kind: row.type,
  };
}

function whyOf({ state, fault, entry, grossCents }: ReadRow): string {
  if (state === "differs" && entry !== null && entry.amountCents !== grossCents) {
    const known = `${dollarsFromCents(entry.amountCents)} in the ledger`;
    return fault === "" ? `${known}.` : `${known}. ${fault}`;
  }
  if (state === "doubled") return fault || "The file has this transaction above already.";
  return fault;
}

/** A ledger entry without a row in any statement. */
export function lackingRow(entry: ReadEntry, reader: DateReader): BookRow {
  const { explanation } = entry;
  return {
    id: entry.id,
    when: minuteOf(entry.at, reader),
    what: `${kindsOfEntries[entry.kind] ?? entry.kind} at ${storedProvider(entry.provider).displayName}`,
    transaction: entry.transactionId,
    amount: dollarsFromCents(entry.amountCents),
    fee: "",
    state: "lacking",
    isOpen: explanation === null,
    mayExplain: true,
    why: "",
    order: { id: entry.orderId, name: `Order ${entry.orderNumber}` },
    explanation:
      explanation === null
        ? ""
        : `${kindsInWords[explanation.kind]}: ${explanation.reason} (${explanation.author})`,
    isInReview: false,
    alike: 0,
    kind: "",
  };
}
