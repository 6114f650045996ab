import { type RawBuilder, sql } from "kysely";
import type { TaxCategory } from "#invoices/invoice-document.ts";
import { taxCurrencyColumns } from "#invoices/invoice-tables.server.ts";
import { familyOf } from "#payments/payment-provider.ts";
import { storedProvider } from "#payments/stored-providers.ts";
import type { Queries } from "#platform/database/database.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { familyNamed, providersWithStatements } from "../statements/families.ts";
import { daysOfMonth, type Month } from "./month.ts";
import { entriesIn, type MonthScope, rowsIn } from "./month-entries.server.ts";

/** The account at one provider in a month, in cents. */
interface ProviderSums {
  /** Name under which statements are stored, or the name of the provider of manual payments. */
  readonly provider: string;
  readonly entries: number;
  readonly paymentsCents: number;
  /** Given back, without refunds that failed. */
  readonly refundsCents: number;
  /** Taken by disputes, and given back by won ones. */
  readonly disputesCents: number;
  readonly wonDisputesCents: number;
  /** Sum of the ledger. */
  readonly ledgerCents: number;
  readonly feesCents: number;
  /** Ledger less fees. */
  readonly netCents: number;
  readonly payoutsCents: number;
  /** What rows moved of which the ledger knows nothing, as they were explained. */
  readonly otherCents: number;
  /** By how much rows differ from their ledger entries. */
  readonly differencesCents: number;
}

interface TaxSums {
  readonly category: TaxCategory;
  readonly ratePercent: string;
  readonly documents: number;
  readonly netCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
}

/** Sums of the amounts on the documents, each at the rate with which it was issued. */
interface TaxCurrencySums {
  readonly category: TaxCategory;
  readonly ratePercent: string;
  /** Currency of the tax authority. */
  readonly currency: string;
  readonly documents: number;
  readonly taxCents: number;
  readonly totalCents: number;
}

export interface MonthSums {
  readonly providers: readonly ProviderSums[];
  /** Invoices less credit notes. */
  readonly tax: readonly TaxSums[];
  readonly invoices: number;
  readonly creditNotes: number;
  readonly invoicedCents: number;
  /**
   * Invoices less credit notes that have amounts in the currency of the tax authority. Absent from
   * the snapshots of months that were closed before these were counted.
   */
  readonly inTaxCurrency?: readonly TaxCurrencySums[];
}

const sum = (value: RawBuilder<unknown>) => sql<number>`cast(coalesce(sum(${value}), 0) as bigint)`;

export async function monthSums(
  queries: Queries,
  month: Month,
  scope: MonthScope,
): Promise<MonthSums> {
  const [ledger, rows, documents] = [
    await ledgerSums(queries, scope),
    await rowSums(queries, scope),
    await documentSums(queries, month),
  ];
  const names = [...new Set([...ledger.keys(), ...rows.keys()])].toSorted();
  return {
    providers: names.map((provider) => {
      const entered = ledger.get(provider) ?? noLedger;
      const stated = rows.get(provider) ?? noRows;
      const netCents = entered.ledgerCents - stated.feesCents;
      return { provider, ...entered, ...stated, netCents };
    }),
    ...documents,
  };
}

type LedgerSums = Pick<
  ProviderSums,
  | "entries"
  | "paymentsCents"
  | "refundsCents"
  | "disputesCents"
  | "wonDisputesCents"
  | "ledgerCents"
>;

const noLedger: LedgerSums = {
  entries: 0,
  paymentsCents: 0,
  refundsCents: 0,
  disputesCents: 0,
  wonDisputesCents: 0,
  ledgerCents: 0,
};

async function ledgerSums(queries: Queries, scope: MonthScope) {
  // A refund that failed has the kind of a won dispute, and the id of the refund.
  const isFailedRefund = sql`exists (select 1 from payment_ledger as refund
    where refund.provider = entry.provider and refund.transaction_id = entry.transaction_id
    and refund.kind = 'refund')`;
  const found = await entriesIn(queries, scope)
    .select(["entry.provider", "entry.kind"])
    .select(
      sql<number>`case when entry.kind = 'reversal-cancelled' and ${isFailedRefund} then 1 else 0 end`.as(
        "failed",
      ),
    )
    .select(sum(sql`entry.amount_cents`).as("cents"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .groupBy(["entry.provider", "entry.kind", "failed"])
    .execute();
  const sums = new Map<string, LedgerSums>();
  for (const { provider, kind, failed, cents, count } of found) {
    const name = familyNamed(provider ?? "") ?? provider ?? "";
    const before = sums.get(name) ?? noLedger;
    const column =
      kind === "payment"
        ? { paymentsCents: before.paymentsCents + cents }
        : kind === "refund" || failed === 1
          ? { refundsCents: before.refundsCents - cents }
          : kind === "reversal"
            ? { disputesCents: before.disputesCents - cents }
            : { wonDisputesCents: before.wonDisputesCents + cents };
    sums.set(name, {
      ...before,
      ...column,
      entries: before.entries + count,
      ledgerCents: before.ledgerCents + cents,
    });
  }
  return sums;
}

type RowSums = Pick<ProviderSums, "feesCents" | "payoutsCents" | "otherCents" | "differencesCents">;

const noRows: RowSums = { feesCents: 0, payoutsCents: 0, otherCents: 0, differencesCents: 0 };

async function rowSums(queries: Queries, scope: MonthScope) {
  const found = await rowsIn(queries, scope)
    .leftJoin("book_explanations as explained", "explained.row_id", "row.id")
    .leftJoin("payment_ledger as entry", "entry.id", "row.entry_id")
    .where("row.currency", "=", "USD")
    .where("row.state", "not in", ["neutral", "doubled", "unreadable"])
    .select(["row.family", "row.state", "explained.kind"])
    .select(sum(sql`row.gross_cents`).as("grossCents"))
    .select(sum(sql`row.fee_cents`).as("feeCents"))
    .select(sum(sql`coalesce(entry.amount_cents, 0)`).as("entryCents"))
    .groupBy(["row.family", "row.state", "explained.kind"])
    .execute();
  const sums = new Map<string, RowSums>();
  for (const { family, state, kind, grossCents, feeCents, entryCents } of found) {
    const before = sums.get(family) ?? noRows;
    const is = state === "unknown" ? kind : state;
    const isForeign = is === "not-of-this-shop";
    sums.set(family, {
      // A fee in a row of its own can be a gross amount.
      feesCents: before.feesCents + (isForeign ? 0 : feeCents - (is === "fee" ? grossCents : 0)),
      payoutsCents: before.payoutsCents - (is === "payout" ? grossCents : 0),
      otherCents:
        before.otherCents +
        (state === "unknown" && is !== "fee" && is !== "payout"
          ? grossCents - (isForeign ? feeCents : 0)
          : 0),
      differencesCents:
        before.differencesCents + (state === "differs" ? grossCents - entryCents : 0),
    });
  }
  return sums;
}

async function documentSums(queries: Queries, month: Month) {
  const { first, last } = daysOfMonth(month);
  const other = taxCurrencyColumns(queries);
  const found = await queries
    .selectFrom("invoices")
    .where("issued_on", ">=", first)
    .where("issued_on", "<=", last)
    .select(["kind", "category", "rate_percent as ratePercent"])
    .select(sum(sql`net_cents + rounding_cents`).as("netCents"))
    .select([sum(sql`tax_cents`).as("taxCents"), sum(sql`total_cents`).as("totalCents")])
    .select(other.currency.as("otherCurrency"))
    .select([sum(other.taxCents).as("otherTaxCents"), sum(other.totalCents).as("otherTotalCents")])
    .select(({ fn }) => fn.countAll<number>().as("documents"))
    .groupBy(["kind", "category", "rate_percent", "otherCurrency"])
    .execute();
  const tax = new Map<string, TaxSums>();
  const inTaxCurrency = new Map<string, TaxCurrencySums>();
  const counts = { invoice: 0, "credit-note": 0 };
  for (const row of found) {
    const key = `${row.category} ${row.ratePercent}`;
    const { kind, category, ratePercent } = row;
    const sign = kind === "invoice" ? 1 : -1;
    const before = tax.get(key) ?? { documents: 0, netCents: 0, taxCents: 0, totalCents: 0 };
    counts[kind] += row.documents;
    tax.set(key, {
      category,
      ratePercent,
      documents: before.documents + row.documents,
      netCents: before.netCents + sign * row.netCents,
      taxCents: before.taxCents + sign * row.taxCents,
      totalCents: before.totalCents + sign * row.totalCents,
    });
    const currency = row.otherCurrency;
    if (currency === null) continue;
    const otherKey = `${key} ${currency}`;
    const known = inTaxCurrency.get(otherKey) ?? { documents: 0, taxCents: 0, totalCents: 0 };
    inTaxCurrency.set(otherKey, {
      category,
      ratePercent,
      currency,
      documents: known.documents + row.documents,
      taxCents: known.taxCents + sign * row.otherTaxCents,
      totalCents: known.totalCents + sign * row.otherTotalCents,
    });
  }
  const sums = byKey(tax);
  return {
    tax: sums,
    invoices: counts.invoice,
    creditNotes: counts["credit-note"],
    invoicedCents: sums.reduce((cents, { totalCents }) => cents + totalCents, 0),
    inTaxCurrency: byKey(inTaxCurrency),
  };
}

function byKey<Value>(values: ReadonlyMap<string, Value>): readonly Value[] {
  const sorted = [...values].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([, value]) => value);
}

/** What somebody has to explain before the month can be closed. */
export interface OpenPoints {
  /** Rows of statements that are unknown, doubled, unreadable or differ, without an explanation. */
  readonly openRows: number;
  /** Entries that no statement has, without an explanation. */
  readonly lackingEntries: number;
  /** Orders whose invoices wait to be issued. */
  readonly waitingInvoices: number;
}

export async function openPoints(queries: Queries, scope: MonthScope): Promise<OpenPoints> {
  const openRows = await rowsIn(queries, scope)
    .where("row.is_open", "=", 1)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const lacking = await lackingEntries(queries, scope)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const waiting = await queries
    .selectFrom("invoice_backlog")
    .$if(scope.kind === "open", (query) =>
      query.where("since", "<", scope.kind === "open" ? scope.until : 0),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return {
    openRows: openRows.count,
    lackingEntries: lacking.count,
    waitingInvoices: waiting.count,
  };
}

/** Entries of providers with statements that no statement has and nobody has explained. */
function lackingEntries(queries: Queries, scope: MonthScope) {
  return entriesWithoutRow(queries, scope).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom("book_explanations as explained")
          .select("explained.id")
          .whereRef("explained.entry_id", "=", "entry.id"),
      ),
    ),
  );
}

export function entriesWithoutRow(queries: Queries, scope: MonthScope) {
  return entriesIn(queries, scope)
    .where("entry.provider", "in", providersWithStatements)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("statement_rows as stated")
            .select("stated.id")
            .whereRef("stated.entry_id", "=", "entry.id"),
        ),
      ),
    );
}

/** Which net amount is whose, where the statements and the ledger differ. */
export function netInWords({
  netCents,
  differencesCents,
}: Pick<ProviderSums, "netCents" | "differencesCents">): string {
  const stated = dollarsFromCents(netCents + differencesCents);
  return `“Net” is the ledger less fees. By the statements it is ${stated}, which is the net with the differences.`;
}

/** Name of an account for people, such as "PayPal" or "PayPal (test)". */
export function providerTitle(provider: string): string {
  if (familyNamed(provider) === undefined) return "Recorded by hand";
  const { displayName, isTest } = storedProvider(familyOf(provider)[0] ?? provider);
  return isTest ? `${displayName} (test)` : displayName;
}
