import { taxCurrencyColumns } from "#invoices/invoice-tables.server.ts";
import type { LedgerKind } from "#orders/order.ts";
import type { Queries } from "#platform/database/database.ts";
import { rowChunks, rowId } from "#platform/database/row-chunks.ts";
import { byteOrderMark, type CsvCell, csvParts } from "#platform/texts/csv.ts";
import { dayOf, startOfDay } from "#platform/time/dates.ts";
import { daysOfMonth, type Month } from "../months/month.ts";
import { entriesIn, type MonthScope, rowsIn } from "../months/month-entries.server.ts";
import type { Accounts } from "./accounts.ts";
import { type Booking, bookDocument, bookEntry, bookRow } from "./bookings.ts";

interface JournalOptions {
  readonly month: Month;
  readonly scope: MonthScope;
  readonly accounts: Accounts;
  readonly timeZone: string;
}

/** A part of the month: its documents by their day, its entries and rows by their instant. */
interface Days extends JournalOptions {
  /** YYYY-MM-DD; "" for what is of earlier months. */
  readonly day: string;
  readonly from: number;
  readonly until: number;
}

/**
 * All bookings of a month by their days; on each day documents, then ledger entries, then rows of
 * statements. What came too late for an earlier month comes first.
 */
async function* bookingsOf(
  queries: Queries,
  options: JournalOptions,
): AsyncGenerator<readonly Booking[]> {
  for (const days of daysOf(options)) {
    const chunks = [
      ...(await Array.fromAsync(documentBookings(queries, days))),
      ...(await Array.fromAsync(entryBookings(queries, days))),
      ...(await Array.fromAsync(rowBookings(queries, days))),
    ];
    yield chunks.flat().toSorted((one, other) => compareDays(one.day, other.day));
  }
}

const compareDays = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function daysOf(options: JournalOptions): readonly Days[] {
  const { month, timeZone } = options;
  const count = Number(daysOfMonth(month).last.slice(-2));
  const days = Array.from(
    { length: count },
    (_, n) => `${month}-${String(n + 1).padStart(2, "0")}`,
  );
  const starts = days.map((day) => startOfDay(day, timeZone));
  // A closed month keeps what it counted, also after a change of the time zone.
  return ["", ...days].map((day, index) => ({
    ...options,
    day,
    from: starts[index - 1] ?? Number.MIN_SAFE_INTEGER,
    until: starts[index] ?? Number.MAX_SAFE_INTEGER,
  }));
}

async function* documentBookings(queries: Queries, { day, accounts }: Days) {
  const other = taxCurrencyColumns(queries);
  const chunks = rowChunks({ after: "" }, rowId, (after, size) =>
    queries
      .selectFrom("invoices")
      .innerJoin("orders", "orders.id", "invoices.order_id")
      .select(["invoices.id", "invoices.issued_on as day", "invoices.number", "invoices.kind"])
      .select(["invoices.category", "invoices.net_cents", "invoices.rounding_cents"])
      .select(["invoices.tax_cents", "orders.number as orderNumber"])
      .select([other.currency.as("otherCurrency"), other.taxCents.as("otherTaxCents")])
      .where("invoices.issued_on", "=", day)
      .where("invoices.id", ">", after)
      .orderBy("invoices.id")
      .limit(size)
      .execute(),
  );
  for await (const rows of chunks) {
    yield rows.map(({ net_cents, rounding_cents, tax_cents, otherCurrency, ...row }) =>
      bookDocument(accounts, {
        ...row,
        netCents: net_cents + rounding_cents,
        taxCents: tax_cents,
        inTaxCurrency:
          otherCurrency === null
            ? null
            : { currency: otherCurrency, taxCents: row.otherTaxCents ?? 0 },
      }),
    );
  }
}

const textOfKind: Partial<Record<LedgerKind, string>> = {
  payment: "Payment",
  refund: "Refund",
  reversal: "Taken back by the provider",
  "reversal-cancelled": "Given back by the provider",
};

async function* entryBookings(queries: Queries, days: Days) {
  const { scope, accounts, timeZone, from, until } = days;
  const chunks = rowChunks({ after: "" }, rowId, (after, size) =>
    entriesIn(queries, scope)
      .select(["entry.id", "entry.at", "entry.kind", "entry.provider", "entry.amount_cents"])
      .select(["entry.transaction_id", "entry.reference", "orders.number"])
      .where("entry.at", ">=", from)
      .where("entry.at", "<", until)
      .where("entry.id", ">", after)
      .orderBy("entry.id")
      .limit(size)
      .execute(),
  );
  for await (const rows of chunks) {
    yield rows.map((row) =>
      bookEntry(accounts, {
        day: dayOf(row.at, timeZone),
        provider: row.provider ?? "",
        text: textOfKind[row.kind] ?? row.kind,
        cents: row.amount_cents,
        orderNumber: row.number,
        transaction: row.reference ?? row.transaction_id ?? "",
      }),
    );
  }
}

async function* rowBookings(queries: Queries, days: Days) {
  const { scope, accounts, timeZone, from, until } = days;
  const chunks = rowChunks({ after: "" }, rowId, (after, size) =>
    rowsIn(queries, scope)
      .leftJoin("book_explanations as explained", "explained.row_id", "row.id")
      .leftJoin("payment_ledger as entry", "entry.id", "row.entry_id")
      .select(["row.id", "row.at", "row.family", "row.state", "row.type", "row.gross_cents"])
      .select(["row.fee_cents", "row.transaction_id", "explained.kind", "explained.reason"])
      .select("entry.amount_cents")
      .where("row.currency", "=", "USD")
      .where("row.state", "not in", ["neutral", "doubled", "unreadable"])
      .where("row.at", ">=", from)
      .where("row.at", "<", until)
      .where("row.id", ">", after)
      .orderBy("row.id")
      .limit(size)
      .execute(),
  );
  for await (const rows of chunks) {
    yield rows.flatMap((row) =>
      bookRow(accounts, {
        day: dayOf(row.at, timeZone),
        family: row.family,
        state: row.state,
        type: row.type,
        explained: row.kind,
        reason: row.reason ?? "",
        grossCents: row.gross_cents,
        feeCents: row.fee_cents,
        entryCents: row.amount_cents ?? 0,
        transaction: row.transaction_id,
      }),
    );
  }
}

export const journalHeadings = [
  "Date",
  "Number",
  "Account",
  "Debit",
  "Credit",
  "Text",
  "Tax code",
  "Order",
  "Transaction",
  "Tax currency",
  "Tax in tax currency",
];

/** The journal as CSV, a line for each account of a booking, in parts. */
export function journalCsv(queries: Queries, options: JournalOptions): AsyncGenerator<string> {
  return csvParts(journalHeadings, journalRows(queries, options), byteOrderMark);
}

async function* journalRows(
  queries: Queries,
  options: JournalOptions,
): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  let running = 0;
  for await (const bookings of bookingsOf(queries, options)) {
    yield bookings.flatMap((booking) => {
      running += 1;
      const number = booking.number || `${options.month}/${running}`;
      return booking.lines.map(({ account, cents, inTaxCurrency }): readonly CsvCell[] => [
        booking.day,
        number,
        account,
        cents > 0 ? { cents } : "",
        cents < 0 ? { cents: -cents } : "",
        booking.text,
        booking.taxCode,
        booking.order,
        booking.transaction,
        inTaxCurrency?.currency ?? "",
        inTaxCurrency === undefined ? "" : { cents: inTaxCurrency.taxCents },
      ]);
    });
  }
}
