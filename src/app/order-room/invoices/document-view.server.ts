import { kindOf } from "#files/file-kind.ts";
import type { InvoiceFileKind } from "#invoices/archive/invoice-file-kinds.ts";
import { documentWords } from "#invoices/document-words.ts";
import type { DocumentWithFiles } from "#invoices/order-documents.ts";
import { formatBytes } from "#platform/metrics/amounts-in-words.ts";
import { type DateReader, daysOf } from "#platform/time/dates.ts";

export type DocumentView = ReturnType<typeof documentView>;

/** A document for its page. `pathOf`: the path of a file of the document. */
export function documentView(
  { document, files }: DocumentWithFiles,
  reader: DateReader,
  pathOf: (number: string, kind: InvoiceFileKind) => string,
) {
  const words = documentWords(document, reader.locale);
  const { number, issuedOn } = document;
  return {
    number,
    isoDate: issuedOn,
    date: daysOf(issuedOn, issuedOn, reader.locale),
    total: words.sums.find(({ isTotal }) => isTotal)?.amount ?? "",
    words,
    /** None while the files are made. */
    files: (["pdf", "ubl"] as const).flatMap((kind) => {
      const file = files[kind];
      if (file === null) return [];
      const size = formatBytes(file.byteCount);
      return { label: kindOf(file.type), size, href: pathOf(number, kind) };
    }),
  };
}
