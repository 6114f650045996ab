import type { ReceivedFile } from "#files/private-files.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { dueFrom, type LeaseColumns } from "#platform/leases.ts";
import { type InvoiceFileKind, invoiceFileKinds } from "./invoice-file-kinds.ts";

/** The files of each document: made once after it was issued, and kept as they are. */
interface InvoiceFilesTable extends LeaseColumns {
  invoice_id: string;
  pdf_file_id: string | null;
  ubl_file_id: string | null;
  cii_file_id: string | null;
  /** Why the document has no e-invoice, as sentences; "" if it has. */
  fault: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    invoice_files: InvoiceFilesTable;
  }
}

export interface InvoiceFiles extends Readonly<Record<InvoiceFileKind, ReceivedFile | null>> {
  /** Why the document has no e-invoice, as sentences; "" if it has, or while the files are made. */
  readonly fault: string;
}

export const noFiles: InvoiceFiles = { pdf: null, ubl: null, cii: null, fault: "" };

/** Throws "not-found" for a file that the document does not have, or for another word. */
export function requireFile(files: InvoiceFiles, kind: string): ReceivedFile {
  const asked = invoiceFileKinds.find((one) => one === kind);
  const file = asked === undefined ? null : files[asked];
  if (file === null) throw new AppError("not-found", "The invoice has no such file yet.");
  return file;
}

/** Has the files of a new document made soon, in the transaction that issues it. */
export async function orderFilesOf(
  tx: WriteTransaction,
  invoiceId: string,
  at: number,
): Promise<void> {
  const values = { invoice_id: invoiceId, fault: "", ...dueFrom(at) };
  await tx.insertInto("invoice_files").values(values).execute();
}

/** The files of documents by the document's id. Checks no rights. */
export async function filesOfInvoices(
  queries: Queries,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, InvoiceFiles>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("invoice_files")
    .select(["invoice_id", "pdf_file_id", "ubl_file_id", "cii_file_id", "fault"])
    .where("invoice_id", "in", invoiceIds)
    .execute();
  const ids = rows.flatMap((row) => idsIn(row));
  const files = ids.length === 0 ? [] : await receivedFiles(queries, ids);
  const fileOf = (id: string | null) => files.find((file) => file.id === id) ?? null;
  return new Map(
    rows.map((row) => [
      row.invoice_id,
      {
        pdf: fileOf(row.pdf_file_id),
        ubl: fileOf(row.ubl_file_id),
        cii: fileOf(row.cii_file_id),
        fault: row.fault,
      },
    ]),
  );
}

type FileIds = Pick<InvoiceFilesTable, "pdf_file_id" | "ubl_file_id" | "cii_file_id">;

const idsIn = ({ pdf_file_id, ubl_file_id, cii_file_id }: FileIds) =>
  [pdf_file_id, ubl_file_id, cii_file_id].filter((id) => id !== null);

async function receivedFiles(
  queries: Queries,
  ids: readonly string[],
): Promise<readonly ReceivedFile[]> {
  return queries
    .selectFrom("private_files")
    .select(["id", "name", "type", "byte_count as byteCount", "content_hash as contentHash"])
    .where("id", "in", ids)
    .execute();
}
