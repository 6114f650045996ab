import type { TaxCategory } from "#invoices/invoice-document.ts";
import type { ExplanationKind } from "../statements/explanation.ts";
import type { RowState } from "../statements/row-state.ts";
import { type Accounts, revenueOf, taxCodeOf } from "./accounts.ts";

/** One movement between accounts; its lines add up to nothing. */
export interface Booking {
  /** YYYY-MM-DD in the site's time zone. */
  readonly day: string;
  /** Number of the document; "" for a booking that gets a running number. */
  readonly number: string;
  readonly text: string;
  readonly taxCode: string;
  /** Number of the order; "" without one. */
  readonly order: string;
  readonly transaction: string;
  readonly lines: readonly BookingLine[];
}

interface BookingLine {
  readonly account: string;
  /** Positive for a debit, negative for a credit. */
  readonly cents: number;
  /** On the line of the tax: the tax as the document has it in the currency of the tax authority. */
  readonly inTaxCurrency?: TaxInCurrency;
}

interface TaxInCurrency {
  readonly currency: string;
  /** Negative on a credit note. */
  readonly taxCents: number;
}

/** Moves cents from one account to another; a negative amount moves them back. */
function moved(cents: number, from: string, to: string): readonly BookingLine[] {
  return [
    { account: to, cents },
    { account: from, cents: -cents },
  ].filter((line) => line.cents !== 0);
}

interface JournalDocument {
  readonly day: string;
  readonly number: string;
  readonly kind: "invoice" | "credit-note";
  readonly category: TaxCategory;
  /** With the rounding. */
  readonly netCents: number;
  readonly taxCents: number;
  readonly inTaxCurrency: TaxInCurrency | null;
  readonly orderNumber: number;
}

export function bookDocument(accounts: Accounts, document: JournalDocument): Booking {
  const { category, kind, netCents, taxCents, inTaxCurrency } = document;
  const sign = kind === "invoice" ? 1 : -1;
  const lines: readonly BookingLine[] = [
    { account: accounts.receivables, cents: sign * (netCents + taxCents) },
    { account: revenueOf(accounts, category), cents: -sign * netCents },
    {
      account: accounts.tax,
      cents: -sign * taxCents,
      ...(inTaxCurrency && {
        inTaxCurrency: { ...inTaxCurrency, taxCents: sign * inTaxCurrency.taxCents },
      }),
    },
  ];
  return {
    day: document.day,
    number: document.number,
    text: `${kind === "invoice" ? "Invoice" : "Credit note"} ${document.number}`,
    taxCode: taxCodeOf(accounts, category),
    order: String(document.orderNumber),
    transaction: "",
    lines: lines.filter(({ cents }) => cents !== 0),
  };
}

interface JournalEntry {
  readonly day: string;
  readonly provider: string;
  readonly text: string;
  readonly cents: number;
  readonly orderNumber: number;
  readonly transaction: string;
}

/** Payments go from the receivables to the account of the provider, and refunds back. */
export function bookEntry(accounts: Accounts, entry: JournalEntry): Booking {
  return {
    day: entry.day,
    number: "",
    text: `${entry.text}, order ${entry.orderNumber}`,
    taxCode: "",
    order: String(entry.orderNumber),
    transaction: entry.transaction,
    lines: moved(entry.cents, accounts.receivables, accountOf(accounts, entry.provider)),
  };
}

interface JournalRow {
  readonly day: string;
  readonly family: string;
  readonly state: RowState;
  readonly type: string;
  readonly explained: ExplanationKind | null;
  readonly reason: string;
  readonly grossCents: number;
  readonly feeCents: number;
  /** Amount of the ledger entry; 0 without one. */
  readonly entryCents: number;
  readonly transaction: string;
}

/** The fee of a row, and what else it moved that is in no ledger entry. */
export function bookRow(accounts: Accounts, row: JournalRow): readonly Booking[] {
  const { state, explained, grossCents, feeCents, entryCents } = row;
  const provider = accountOf(accounts, row.family);
  const is = state === "unknown" ? explained : state;
  // What another shop sold, and what the provider kept of it, is no cost of this one.
  const isForeign = is === "not-of-this-shop";
  const fee = isForeign ? 0 : feeCents - (is === "fee" ? grossCents : 0);
  const payout = is === "payout" ? -grossCents : 0;
  const isOther = state === "unknown" && is !== "fee" && is !== "payout";
  const ownCents = isForeign ? grossCents - feeCents : grossCents;
  const other = isOther ? ownCents : state === "differs" ? grossCents - entryCents : 0;
  const about = row.type === "" ? "" : `: ${row.type}`;
  const booked = (text: string, lines: readonly BookingLine[]): Booking[] =>
    lines.length === 0
      ? []
      : [
          {
            day: row.day,
            number: "",
            text,
            taxCode: "",
            order: "",
            transaction: row.transaction,
            lines,
          },
        ];
  return [
    ...booked(`Fee${about}`, moved(fee, provider, accounts.fees)),
    ...booked(`Payout${about}`, moved(payout, provider, accounts.bank)),
    ...booked(
      isOther ? row.reason || `Unknown${about}` : `Difference${about}`,
      moved(other, accounts.clearing, provider),
    ),
  ];
}

/** Account of a provider, whose name a ledger entry or a statement has. */
function accountOf(accounts: Accounts, provider: string): string {
  if (/stripe/.test(provider)) return accounts.stripe;
  return /paypal|sandbox/.test(provider) ? accounts.paypal : accounts.manual;
}
