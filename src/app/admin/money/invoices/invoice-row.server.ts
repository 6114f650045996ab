import { documentView } from "#app/order-room/invoices/document-view.server.ts";
import type { InvoiceFileKind } from "#invoices/archive/invoice-file-kinds.ts";
import { documentFilePath } from "#invoices/document-path.ts";
import type { InvoiceDocument } from "#invoices/invoice-document.ts";
import type { StoredInvoice } from "#invoices/invoice-tables.server.ts";
import type { DocumentWithFiles } from "#invoices/order-documents.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { type DateReader, daysOf } from "#platform/time/dates.ts";

const kindNames = {
  invoice: "Invoice",
  "credit-note": "Credit note",
} as const satisfies Record<InvoiceDocument["kind"], string>;

/** Amounts of a credit note are shown as money that went back. */
function signed({ kind }: Pick<InvoiceDocument, "kind">, cents: number): string {
  return dollarsFromCents(kind === "invoice" || cents === 0 ? cents : -cents);
}

/** A document in a list. */
export function invoiceRow({ id, orderId, document }: StoredInvoice, { locale }: DateReader) {
  const { number, issuedOn, kind, buyer, taxCents, totalCents, orderNumber, corrects } = document;
  return {
    id,
    orderId,
    number,
    kind: kindNames[kind],
    isCredit: kind === "credit-note",
    issuedOn,
    date: daysOf(issuedOn, issuedOn, locale),
    customer: buyer.name,
    tax: signed(document, taxCents),
    total: signed(document, totalCents),
    orderNumber,
    corrects: corrects?.number ?? "",
  };
}

export type InvoiceRow = ReturnType<typeof invoiceRow>;

/** A document on its page. */
export function invoiceView(invoice: DocumentWithFiles, reader: DateReader) {
  const { orderId, files } = invoice;
  const pathOf = (number: string, kind: InvoiceFileKind) => documentFilePath(orderId, number, kind);
  const view = documentView(invoice, reader, pathOf);
  return {
    ...invoiceRow(invoice, reader),
    words: view.words,
    /** None while the files are made. */
    files: view.files,
    /** Why there is no e-invoice; "" if there is one. */
    fault: files.fault,
  };
}
