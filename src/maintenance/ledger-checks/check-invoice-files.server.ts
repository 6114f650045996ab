import { createHash } from "node:crypto";
import type { Queries } from "#platform/database/database.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";

/**
 * Looks for documents whose files are not being made and are not there, and compares the stored bytes
 * with their hashes. Bytes in a bucket are not read: they are outside of the snapshot.
 */
export async function checkInvoiceFiles(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  for await (const chunk of documentChunks(queries)) {
    for (const { number, dueAt, pdf, ubl, cii, hasRow } of chunk) {
      if (hasRow === null) {
        note(`The document ${number} has no files, and none are being made.`);
        continue;
      }
      if (dueAt !== null) continue;
      for (const [kind, id] of [
        ["PDF", pdf],
        ["UBL", ubl],
        ["CII", cii],
      ] as const) {
        if (id === null) continue;
        const fault = await faultOf(queries, id);
        if (fault !== null) note(`The ${kind} file of the document ${number} ${fault}.`);
      }
    }
  }
}

async function faultOf(queries: Queries, id: string): Promise<string | null> {
  const file = await queries
    .selectFrom("private_files")
    .select(["state", "place", "content_hash"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (file?.state !== "stored") return "is not there";
  if (file.place !== "database") return null;
  const parts = await queries
    .selectFrom("private_file_parts")
    .select("bytes")
    .where("file_id", "=", id)
    .orderBy("position")
    .execute();
  const hash = createHash("sha256");
  for (const { bytes } of parts) hash.update(bytes);
  return hash.digest("hex") === file.content_hash ? null : "is not as it was stored";
}

function documentChunks(queries: Queries) {
  return rowChunks(
    { after: "" },
    (row: { readonly id: string }) => row.id,
    (after, size) =>
      queries
        .selectFrom("invoices")
        .leftJoin("invoice_files as files", "files.invoice_id", "invoices.id")
        .select(["invoices.id", "invoices.number", "files.invoice_id as hasRow"])
        .select(["files.due_at as dueAt", "files.pdf_file_id as pdf"])
        .select(["files.ubl_file_id as ubl", "files.cii_file_id as cii"])
        .where("invoices.id", ">", after)
        .orderBy("invoices.id")
        .limit(size)
        .execute(),
  );
}
