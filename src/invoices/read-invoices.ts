import type { ReceivedFile } from "#files/private-files.ts";
import { numberSearched } from "#orders/number-searched.ts";
import { selectOrdersByNumber } from "#orders/order-store.server.ts";
import { nameKeyOf } from "#orders/searched-texts.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { type LongListPage, type LongListRequest, pageOfLongList } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { filesOfInvoices, noFiles, requireFile } from "./archive/invoice-files-tables.server.ts";
import type { DocumentKind } from "./invoice-document.ts";
import {
  asInvoice,
  invoiceColumns,
  invoicesOfOrder,
  type StoredInvoice,
  selectInvoice,
} from "./invoice-tables.server.ts";
import type { DocumentWithFiles } from "./order-documents.ts";

interface Reading {
  readonly database: Database;
}

export interface InvoiceSearch {
  /** An order number, or the beginning of a document's number or of the buyer's name. */
  readonly q?: string;
  readonly kind?: DocumentKind | "";
  /** Days, both included; "" for no limit. */
  readonly from?: string;
  readonly to?: string;
  readonly sort?: "newest" | "oldest";
}

/** Throws "unauthenticated" and "forbidden". */
export async function pageOfInvoices(
  { database: { read } }: Reading,
  actor: Actor,
  { after = "", page, pageSize, ...search }: InvoiceSearch & LongListRequest,
): Promise<LongListPage<StoredInvoice>> {
  requireRight(actor, "see invoices");
  const found = await findInvoices(read, search);
  const last = after === "" ? undefined : await placeOf(read, after);
  return pageOfLongList(
    { after: last === undefined ? "" : after, page, pageSize },
    async (most) => {
      const rows = await behind(found, search.sort, last).select("id").limit(most).execute();
      return rows.map(({ id }) => id);
    },
    async (ids) => {
      const rows = await read
        .selectFrom("invoices")
        .select(invoiceColumns)
        .where("id", "in", ids)
        .execute();
      return rows.map(asInvoice);
    },
  );
}

const chunkSize = 500;

/** All documents of a search in chunks. Throws "unauthenticated" and "forbidden". */
export async function* allInvoices(
  { database: { read } }: Reading,
  actor: Actor,
  search: InvoiceSearch & {
    readonly limit?: number | undefined;
    readonly after?: string | undefined;
  },
): AsyncGenerator<readonly StoredInvoice[]> {
  requireRight(actor, "see invoices");
  const found = await findInvoices(read, search);
  let last = search.after === undefined ? undefined : await placeOf(read, search.after);
  if (search.after !== undefined && last === undefined) {
    throw new AppError("not-found", "There is no such record to start after.");
  }
  let left = search.limit ?? Number.POSITIVE_INFINITY;
  while (left > 0) {
    const size = Math.min(chunkSize, left);
    const rows = await behind(found, search.sort, last)
      .select(invoiceColumns)
      .select("issued_on as issuedOn")
      .limit(size)
      .execute();
    if (rows.length > 0) yield rows.map(({ issuedOn: _, ...row }) => asInvoice(row));
    last = rows.at(-1);
    if (rows.length < size) return;
    left -= size;
  }
}

interface Place {
  readonly id: string;
  readonly issuedOn: string;
}

async function placeOf(queries: Queries, id: string): Promise<Place | undefined> {
  if (!canBeId(id)) return undefined;
  return queries
    .selectFrom("invoices")
    .select(["id", "issued_on as issuedOn"])
    .where("id", "=", id)
    .executeTakeFirst();
}

type Found = Awaited<ReturnType<typeof findInvoices>>;

function behind(found: Found, sort: InvoiceSearch["sort"], last: Place | undefined): Found {
  const isOldest = sort === "oldest";
  const direction = isOldest ? "asc" : "desc";
  const sign = isOldest ? ">" : "<";
  const rest =
    last === undefined
      ? found
      : found.where(({ eb, refTuple, tuple }) =>
          eb(refTuple("issued_on", "id"), sign, tuple(last.issuedOn, last.id)),
        );
  return rest.orderBy("issued_on", direction).orderBy("id", direction);
}

/** Higher than every text that begins with the same characters. */
const highest = "\u{10ffff}";

async function findInvoices(
  queries: Queries,
  { q = "", kind = "", from = "", to = "" }: InvoiceSearch,
) {
  let found = queries.selectFrom("invoices");
  if (kind !== "") found = found.where("kind", "=", kind);
  if (from !== "") found = found.where("issued_on", ">=", from);
  if (to !== "") found = found.where("issued_on", "<=", to);
  if (q === "") return found;
  const number = numberSearched(q);
  const [order] = number === null ? [] : await selectOrdersByNumber(queries, [number]);
  if (order !== undefined) return found.where("order_id", "=", order.id);
  const typed = q.trim();
  const buyer = nameKeyOf(typed);
  return found.where(({ eb, or, and }) =>
    or([
      and([eb("number", ">=", typed), eb("number", "<", typed + highest)]),
      and([eb("buyer_key", ">=", buyer), eb("buyer_key", "<", buyer + highest)]),
    ]),
  );
}

interface WholeInvoice extends DocumentWithFiles {
  /** The invoice that this credit note takes back; null for an invoice. */
  readonly corrected: Pick<StoredInvoice, "id" | "document"> | null;
  /** Credit notes that take back this invoice, oldest first. */
  readonly creditNotes: readonly StoredInvoice[];
}

/** Throws "unauthenticated", "forbidden" and "not-found". */
export async function readInvoice(
  { database: { read } }: Reading,
  actor: Actor,
  id: string,
): Promise<WholeInvoice> {
  requireRight(actor, "see invoices");
  const invoice = canBeId(id) ? await selectInvoice(read, id) : undefined;
  if (invoice === undefined) throw new AppError("not-found", "There is no such invoice.");
  const ofOrder = await invoicesOfOrder(read, invoice.orderId);
  const files = await filesOfInvoices(read, [id]);
  return {
    ...invoice,
    files: files.get(id) ?? noFiles,
    corrected: ofOrder.find((one) => one.id === invoice.correctsId) ?? null,
    creditNotes: ofOrder.filter(({ correctsId }) => correctsId === invoice.id),
  };
}

/** A file of a document for the team. Throws like `readInvoice`. */
export async function readInvoiceFile(
  deps: Reading,
  actor: Actor,
  id: string,
  kind: string,
): Promise<ReceivedFile> {
  const { files } = await readInvoice(deps, actor, id);
  return requireFile(files, kind);
}

export interface OrderDocuments {
  readonly documents: readonly StoredInvoice[];
  /** Why documents of the order wait, as a sentence; null when none does. */
  readonly waitsFor: string | null;
}

/** The documents of an order, oldest first. Throws "unauthenticated" and "forbidden". */
export async function readOrderDocuments(
  { database: { read } }: Reading,
  actor: Actor,
  orderId: string,
): Promise<OrderDocuments> {
  requireRight(actor, "see invoices");
  const waiting = await read
    .selectFrom("invoice_backlog")
    .select("fault")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return {
    documents: await invoicesOfOrder(read, orderId),
    waitsFor: waiting?.fault ?? null,
  };
}
