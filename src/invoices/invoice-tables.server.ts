import { sql } from "kysely";
import { engineOf, type Queries } from "#platform/database/database.ts";
import type { TaxCategory } from "#settings/tax.ts";
import type { DocumentKind, InvoiceDocument } from "./invoice-document.ts";

/** Invoices and credit notes. Append-only: a mistake is corrected by a credit note. */
interface InvoicesTable {
  id: string;
  /** 0 for a series that runs through all years. */
  series_year: number;
  sequence: number;
  number: string;
  kind: DocumentKind;
  order_id: string;
  company_id: string;
  /** Folded name of the buyer, for the search. */
  buyer_key: string;
  /** The invoice that a credit note takes back. */
  corrects_id: string | null;
  issued_at: number;
  /** YYYY-MM-DD in the site's time zone. */
  issued_on: string;
  category: TaxCategory;
  /** Such as "8.1"; "0" unless the category is S. */
  rate_percent: string;
  net_cents: number;
  tax_cents: number;
  rounding_cents: number;
  total_cents: number;
  currency: string;
  /** JSON of an `InvoiceDocument`. */
  document: string;
}

/** Counters of the numbers. A document takes its number in its own transaction. */
interface InvoiceSeriesTable {
  series_year: number;
  next: number;
  /** Day of the newest document, so that no later number has an earlier day. */
  last_day: string;
}

/** Numbers between `after_number` and `next_number` were skipped by the owner. */
interface InvoiceNumberJumpsTable {
  series_year: number;
  after_number: number;
  next_number: number;
}

/** One row: whether documents are issued. */
interface InvoiceIssuingTable {
  id: number;
  /** Since when orders get invoices; null while invoicing is off. */
  since: number | null;
  /** When the site was restored from a backup; null once the owner has confirmed the last number. */
  restored_at: number | null;
}

/** Orders whose documents wait, because issuing is stopped or has failed. */
interface InvoiceBacklogTable {
  order_id: string;
  since: number;
  /** Why the documents wait, as a sentence. */
  fault: string;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    invoices: InvoicesTable;
    invoice_series: InvoiceSeriesTable;
    invoice_number_jumps: InvoiceNumberJumpsTable;
    invoice_issuing: InvoiceIssuingTable;
    invoice_backlog: InvoiceBacklogTable;
  }
}

/** Columns of `inTaxCurrency` of the documents, which only their JSON has; null where it is null. */
export function taxCurrencyColumns(queries: Queries) {
  const ofDocument = (field: string) =>
    engineOf(queries) === "postgres"
      ? sql`invoices.document::json->'inTaxCurrency'->>${field}`
      : sql`json_extract(invoices.document, ${`$.inTaxCurrency.${field}`})`;
  return {
    currency: sql<string | null>`${ofDocument("currency")}`,
    taxCents: sql<number | null>`cast(${ofDocument("taxCents")} as bigint)`,
    totalCents: sql<number | null>`cast(${ofDocument("totalCents")} as bigint)`,
  };
}

export interface StoredInvoice {
  readonly id: string;
  readonly orderId: string;
  readonly companyId: string;
  readonly correctsId: string | null;
  readonly issuedAt: number;
  readonly document: InvoiceDocument;
}

export const invoiceColumns = [
  "id",
  "order_id as orderId",
  "company_id as companyId",
  "corrects_id as correctsId",
  "issued_at as issuedAt",
  "document",
] as const;

export function asInvoice(row: Omit<StoredInvoice, "document"> & { document: string }) {
  return { ...row, document: JSON.parse(row.document) as InvoiceDocument };
}

/** The documents of an order, oldest first. Checks no rights. */
export async function invoicesOfOrder(
  queries: Queries,
  orderId: string,
): Promise<readonly StoredInvoice[]> {
  const rows = await queries
    .selectFrom("invoices")
    .select(invoiceColumns)
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  return rows.map(asInvoice);
}

/** Checks no rights. */
export async function selectInvoice(
  queries: Queries,
  id: string,
): Promise<StoredInvoice | undefined> {
  const row = await queries
    .selectFrom("invoices")
    .select(invoiceColumns)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && asInvoice(row);
}
