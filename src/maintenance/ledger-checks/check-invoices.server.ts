import type { InvoiceDocument } from "#invoices/invoice-document.ts";
import { invoicedSumOf } from "#invoices/issuing/one-rule.ts";
import { ledgerEventsOf } from "#money/ledger/order-ledger.server.ts";
import type { Queries } from "#platform/database/database.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
import { amountFromCents } from "#platform/money.ts";

type Note = (difference: string) => void;

/**
 * Compares the documents of each order with its ledger, their numbers with the counters, and the
 * columns of each document with what it prints.
 */
export async function checkInvoices(queries: Queries, note: Note): Promise<void> {
  await checkOrders(queries, note);
  await checkNumbers(queries, note);
}

async function checkOrders(queries: Queries, note: Note): Promise<void> {
  const { since } = await queries
    .selectFrom("invoice_issuing")
    .select("since")
    .executeTakeFirstOrThrow();
  for await (const chunk of orderChunks(queries)) {
    const ids = chunk.map(({ id }) => id);
    const events = await ledgerEventsOf(queries, ids);
    const documents = Map.groupBy(await documentsOf(queries, ids), ({ orderId }) => orderId);
    for (const { id, number, priceCents, isWaiting } of chunk) {
      const ledger = events.get(id) ?? [];
      const own = documents.get(id) ?? [];
      const payments = ledger.filter(({ kind }) => kind === "payment");
      const first = Math.min(...payments.map(({ at, recordedAt }) => recordedAt ?? at));
      // Documents that wait are shown in the panel, and are no mistake.
      if (isWaiting !== null) continue;
      if (own.length === 0 && (since === null || first < since)) continue;
      const wanted = invoicedSumOf(priceCents, ledger);
      const sum = own.reduce(
        (cents, { kind, totalCents }) => cents + (kind === "invoice" ? totalCents : -totalCents),
        0,
      );
      if (sum === wanted) continue;
      const paid = amountFromCents(wanted);
      note(
        own.length === 0
          ? `Order ${number} is paid with ${paid} USD, and has no invoice.`
          : `The documents of order ${number} add up to ${amountFromCents(sum)} USD, and its ledger to ${paid} USD.`,
      );
    }
  }
}

function orderChunks(queries: Queries) {
  return rowChunks(
    { after: 0 },
    (order: { number: number }) => order.number,
    (after, size) =>
      queries
        .selectFrom("orders")
        .leftJoin("invoice_backlog as backlog", "backlog.order_id", "orders.id")
        .select(["orders.id", "orders.number", "orders.price_cents as priceCents"])
        .select("backlog.order_id as isWaiting")
        .where("orders.is_demonstration", "=", 0)
        .where("orders.number", ">", after)
        .orderBy("orders.number")
        .limit(size)
        .execute(),
  );
}

function documentsOf(queries: Queries, orderIds: readonly string[]) {
  return queries
    .selectFrom("invoices")
    .select(["order_id as orderId", "kind", "total_cents as totalCents"])
    .where("order_id", "in", orderIds)
    .execute();
}

async function checkNumbers(queries: Queries, note: Note): Promise<void> {
  const series = await queries
    .selectFrom("invoice_series")
    .selectAll()
    .orderBy("series_year")
    .execute();
  const jumps = await queries.selectFrom("invoice_number_jumps").selectAll().execute();
  for (const { series_year: year, next } of series) {
    const skipped = new Map(
      jumps
        .filter(({ series_year }) => series_year === year)
        .map(({ after_number, next_number }) => [after_number, next_number]),
    );
    const name = year === 0 ? "The numbers of invoices" : `The numbers of invoices of ${year}`;
    let last = 0;
    for await (const chunk of documentChunks(queries, year)) {
      for (const row of chunk) {
        if (row.sequence !== afterJumps(last, skipped)) {
          note(`${name} go from ${last} to ${row.sequence}.`);
        }
        last = row.sequence;
        checkDocument(row, note);
      }
    }
    if (next !== afterJumps(last, skipped)) {
      note(`${name} end with ${last}, and the counter goes on with ${next}.`);
    }
  }
}

/** The number after `last`, with the numbers that were skipped. */
function afterJumps(last: number, skipped: ReadonlyMap<number, number>): number {
  return skipped.get(last) ?? last + 1;
}

function documentChunks(queries: Queries, year: number) {
  return rowChunks(
    { after: 0 },
    (row: { sequence: number }) => row.sequence,
    (after, size) =>
      queries
        .selectFrom("invoices")
        .leftJoin("invoices as corrected", "corrected.id", "invoices.corrects_id")
        .select(["invoices.sequence", "invoices.number", "invoices.document", "invoices.kind"])
        .select(["invoices.total_cents as totalCents", "invoices.tax_cents as taxCents"])
        .select(["invoices.issued_on as issuedOn", "corrected.number as correctedNumber"])
        .where("invoices.series_year", "=", year)
        .where("invoices.sequence", ">", after)
        .orderBy("invoices.sequence")
        .limit(size)
        .execute(),
  );
}

interface DocumentRow {
  readonly number: string;
  readonly kind: InvoiceDocument["kind"];
  readonly issuedOn: string;
  readonly totalCents: number;
  readonly taxCents: number;
  readonly correctedNumber: string | null;
  readonly document: string;
}

function checkDocument({ document, correctedNumber, ...row }: DocumentRow, note: Note): void {
  const printed = JSON.parse(document) as InvoiceDocument;
  const isSame =
    printed.number === row.number &&
    printed.kind === row.kind &&
    printed.issuedOn === row.issuedOn &&
    printed.totalCents === row.totalCents &&
    printed.taxCents === row.taxCents &&
    (printed.corrects?.number ?? null) === correctedNumber;
  if (!isSame) note(`The document ${row.number} prints other facts than its row has.`);
}
