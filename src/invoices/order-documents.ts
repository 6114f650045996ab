import type { ReceivedFile } from "#files/private-files.ts";
import { accountLines } from "#money/bank-transfer/account-lines.ts";
import { awaitedTransfer } from "#money/bank-transfer/bank-transfer-tables.server.ts";
import { transferReference } from "#money/bank-transfer/transfer-reference.ts";
import { findOrder, orderNotFound } from "#orders/find-order.ts";
import { orderOfLink } from "#orders/links/link-order.ts";
import type { Order } from "#orders/order.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/time/clock.ts";
import { dayOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { missingOfSeller } from "#settings/invoicing.ts";
import { readBankTransfer, readSetting } from "#settings/stored-settings.server.ts";
import {
  filesOfInvoices,
  type InvoiceFiles,
  noFiles,
  requireFile,
} from "./archive/invoice-files-tables.server.ts";
import { numberInPath } from "./document-path.ts";
import type { TransferLines } from "./document-words.ts";
import type { InvoiceDocument } from "./invoice-document.ts";
import { invoicesOfOrder, type StoredInvoice } from "./invoice-tables.server.ts";
import { unpaidInvoice } from "./issuing/issue-due.server.ts";

interface Reading {
  readonly database: Database;
}

export interface DocumentWithFiles extends StoredInvoice {
  readonly files: InvoiceFiles;
}

/**
 * The documents of an order with their files, oldest first, for the people of its company who see
 * payments and for the team; with a link, `orderId` is that of the link. Throws as `findOrder` and
 * `orderOfLink`.
 */
export async function documentsOfOrder(
  deps: Reading,
  actor: Actor,
  orderId: string,
): Promise<readonly DocumentWithFiles[]> {
  const order = await orderFor(deps, actor, orderId);
  const invoices = await invoicesOfOrder(deps.database.read, order.id);
  const files = await filesOfInvoices(
    deps.database.read,
    invoices.map(({ id }) => id),
  );
  return invoices.map((invoice) => ({ ...invoice, files: files.get(invoice.id) ?? noFiles }));
}

/** One document by its number as a path has it. Throws also "not-found" for an unknown number. */
export async function findDocument(
  deps: Reading,
  actor: Actor,
  orderId: string,
  number: string,
): Promise<DocumentWithFiles> {
  const documents = await documentsOfOrder(deps, actor, orderId);
  const found = documents.find(({ document }) => numberInPath(document.number) === number);
  if (found === undefined) throw noSuchDocument();
  return found;
}

/** A file of a document. Throws also "not-found" for a file that the document does not have. */
export async function findDocumentFile(
  deps: Reading,
  actor: Actor,
  { orderId, number, kind }: DocumentFile,
): Promise<ReceivedFile> {
  const { files } = await findDocument(deps, actor, orderId, number);
  return requireFile(files, kind);
}

interface DocumentFile {
  readonly orderId: string;
  readonly number: string;
  readonly kind: string;
}

function orderFor(deps: Reading, actor: Actor, orderId: string): Promise<Pick<Order, "id">> {
  return actor.kind === "link"
    ? orderOfLink(deps, actor, "see the invoices").then(({ order }) => order)
    : findOrder(deps, actor, orderId);
}

const noSuchDocument = () => new AppError("not-found", "The order has no such invoice.");

/** Whether an order is to be paid by bank transfer and a pro forma can be drawn. Checks no rights. */
export async function hasProForma(queries: Queries, order: Order): Promise<boolean> {
  if (order.paymentStatus !== "UnPaid" || order.isDemonstration) return false;
  const invoicing = await readSetting({}, queries, "invoicing");
  if (!invoicing.isOn || missingOfSeller(invoicing).length > 0) return false;
  return (await awaitedTransfer(queries, order.id)) !== null;
}

/** What the customer is asked to pay by bank transfer: no document of the series. */
export async function readProForma(
  deps: Reading & {
    readonly clock: Clock;
    readonly post: { readonly readTimeZone: (queries: Queries) => Promise<string> };
  },
  actor: Actor,
  orderId: string,
): Promise<{ readonly document: InvoiceDocument; readonly transfer: TransferLines }> {
  const { read } = deps.database;
  const order = await findOrder(deps, actor, orderId);
  if (!(await hasProForma(read, order))) throw orderNotFound();
  const document = await unpaidInvoice(read, order);
  const issuedOn = dayOf(deps.clock(), await deps.post.readTimeZone(read));
  const account = await readBankTransfer(read);
  return {
    document: { ...document, number: "", issuedOn },
    transfer: [
      ["Payment reference", transferReference(order)],
      ...(account === null ? [] : accountLines(account)),
    ],
  };
}
