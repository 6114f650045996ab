import { readPart } from "#files/file-parts.server.ts";
import { partBytes } from "#files/private-file-tables.server.ts";
import type { FileDependencies, ReceivedFile } from "#files/private-files.ts";
import { filesOfInvoices, noFiles } from "#invoices/archive/invoice-files-tables.server.ts";
import type { Business } from "#platform/business.ts";
import { rowChunks, rowId } from "#platform/database/row-chunks.ts";
import type { PdfDress } from "#platform/documents/pdf-document.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { BookDependencies } from "../bookkeeping-dependencies.ts";
import { daysOfMonth, isMonth, type Month, monthName } from "../months/month.ts";
import { activeClosings, scopeOf } from "../months/month-entries.server.ts";
import { snapshotOf } from "../months/read-months.ts";
import { journalCsv } from "./journal.server.ts";
import { monthPdf } from "./month-pdf.ts";
import { accountsIn } from "./save-accounts.ts";
import { type FileToPack, zipParts } from "./zip-parts.ts";

interface ArchiveDependencies extends BookDependencies, Pick<FileDependencies, "bucket"> {
  readonly seller: Pick<Business, "name">;
  readonly dress: PdfDress;
}

export interface MonthArchive {
  readonly name: string;
  readonly content: AsyncGenerator<Uint8Array>;
}

/**
 * The accountant's file of a closed month: the journal, the archived files of its invoices, and the
 * snapshot as PDF and JSON. Throws "forbidden", "not-found", and "conflict" for a month that is not closed.
 */
export async function monthArchive(
  deps: ArchiveDependencies,
  actor: Actor,
  month: string,
): Promise<MonthArchive> {
  requireRight(actor, "see the books");
  if (!isMonth(month)) throw new AppError("not-found", "There is no such month.");
  const { read } = deps.database;
  const closings = await activeClosings(read);
  const closing = closings.find((each) => each.month === month);
  if (closing === undefined) {
    throw new AppError(
      "conflict",
      `${monthName(month)} is not closed. Close the month, and then download its file.`,
    );
  }
  const snapshot = snapshotOf(closing);
  const accounts = await accountsIn(read);
  const scope = scopeOf(month, closings, snapshot.timeZone);
  const { timeZone } = snapshot;
  const pdf = await monthPdf({ ...deps, snapshot, hash: closing.hash });
  async function* files(): AsyncGenerator<FileToPack> {
    yield {
      name: `journal-${month}.csv`,
      content: journalCsv(read, { month, scope, accounts, timeZone }),
    };
    yield { name: `month-${month}.pdf`, content: [pdf] };
    yield { name: `month-${month}.json`, content: [closing?.snapshot ?? ""] };
    yield* invoiceFiles(deps, month);
  }
  return { name: `books-${month}.zip`, content: zipParts(files()) };
}

const kindsOfFiles = ["pdf", "ubl", "cii"] as const;

/** PDF and e-invoices of the month as they were archived, and a list of what is not archived. */
async function* invoiceFiles(deps: ArchiveDependencies, month: Month): AsyncGenerator<FileToPack> {
  const { first, last } = daysOfMonth(month);
  const lacking: string[] = [];
  const chunks = rowChunks({ after: "", size: 50 }, rowId, (after, size) =>
    deps.database.read
      .selectFrom("invoices")
      .select(["id", "number"])
      .where("issued_on", ">=", first)
      .where("issued_on", "<=", last)
      .where("id", ">", after)
      .orderBy("id")
      .limit(size)
      .execute(),
  );
  for await (const rows of chunks) {
    const ids = rows.map(({ id }) => id);
    const archived = await filesOfInvoices(deps.database.read, ids);
    for (const { id, number } of rows) {
      const files = archived.get(id) ?? noFiles;
      if (files.pdf === null) lacking.push(`${number}: its files are not archived yet.`);
      else if (files.fault !== "") lacking.push(`${number} has no e-invoice: ${files.fault}`);
      for (const kind of kindsOfFiles) {
        const file = files[kind];
        if (file === null) continue;
        const extension = kind === "pdf" ? "pdf" : "xml";
        const name = `invoices/${fileNameOf(number)}-${kind}.${extension}`;
        yield { name, content: fileParts(deps, file) };
      }
    }
  }
  if (lacking.length > 0) {
    yield { name: "invoices/not-archived.txt", content: [`${lacking.join("\r\n")}\r\n`] };
  }
}

async function* fileParts(
  deps: ArchiveDependencies,
  { id: fileId, byteCount }: ReceivedFile,
): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < byteCount; start += partBytes) {
    const range = { start: 0, end: Math.min(partBytes, byteCount - start) - 1 };
    yield await readPart(deps, { fileId, position: start / partBytes, range });
  }
}

/** A pattern of numbers may contain a slash. */
function fileNameOf(number: string): string {
  return number.replace(/[^\p{L}\p{N}._-]+/gu, "-");
}
