import type { FileDependencies } from "#files/private-files.ts";
import { discardFilesIn, keepFiles, receiveFile } from "#files/receive-file.ts";
import { readPdfDress } from "#look/read-pdf-dress.server.ts";
import type { Post } from "#mail/mailer.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { doubling, LeasedTable, nextAttemptAt } from "#platform/leases.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import { type StoredInvoice, selectInvoice } from "../invoice-tables.server.ts";
import { checkDocument } from "../xml/check-document.ts";
import { ciiOf } from "../xml/cii.ts";
import { ublOf } from "../xml/ubl.ts";
import { emailInvoice } from "./invoice-emails.server.ts";
import type { InvoiceFileKind } from "./invoice-file-kinds.ts";

export interface ArchiveDependencies extends FileDependencies {
  readonly post: Post;
}

const archiveLeases = new LeasedTable("invoice_files", { key: ["invoice_id"], leaseMs: 60_000 });

/** Files are made until they are there: a document without files is not complete. */
const retries = { pausesMs: doubling(2000, 10 * 60_000) };

/** Makes the files of each new document and sends them to the buyer. */
export async function startArchivingInvoices(deps: ArchiveDependencies): Promise<Worker> {
  await deps.database.write((tx) => archiveLeases.releaseAll(tx));
  return startWorker({
    name: "archive-invoices",
    intervalMs: 1000,
    log: deps.log,
    workOnce: () => archiveNextInvoice(deps),
  });
}

/** Makes the files of one document; false when none was due. */
export async function archiveNextInvoice(deps: ArchiveDependencies): Promise<boolean> {
  const { database, clock, log } = deps;
  const claim = await archiveLeases.claim(database, clock());
  if (claim === undefined) return false;
  const { invoice_id: id, attempts } = claim;
  try {
    const invoice = await selectInvoice(database.read, id);
    if (invoice === undefined) throw new Error(`There is no invoice ${id}.`);
    const { files, fault } = await makeFiles(deps, invoice);
    const fileIds = Object.values(files);
    await database.write(async (tx) => {
      const isHeld = await archiveLeases.settle(tx, claim, {
        pdf_file_id: files.pdf,
        ubl_file_id: files.ubl ?? null,
        cii_file_id: files.cii ?? null,
        fault,
        due_at: null,
      });
      // Another process has made the files meanwhile, so that these are in nobody's hands.
      if (!isHeld) return discardFilesIn(tx, fileIds);
      await keepFiles(tx, fileIds, nobody);
      const order = await selectOrder(tx, invoice.orderId);
      if (order !== undefined) {
        await emailInvoice(tx, deps.post, { order, document: invoice.document, files });
      }
    });
  } catch (err) {
    log.error({ err, invoice: id }, "the files of an invoice could not be made");
    const due_at = nextAttemptAt(retries, { attempts, since: clock(), now: clock() });
    await database.write((tx) => archiveLeases.settle(tx, claim, { due_at }));
  }
  return true;
}

/** The account of files that no person has uploaded. */
const nobody = "";

export interface MadeFiles extends Readonly<Partial<Record<InvoiceFileKind, string>>> {
  readonly pdf: string;
}

async function makeFiles(
  deps: ArchiveDependencies,
  { document }: StoredInvoice,
): Promise<{ readonly files: MadeFiles; readonly fault: string }> {
  const { read } = deps.database;
  const findings = checkDocument(document);
  const isSound = findings.length === 0;
  const cii = isSound ? ciiOf(document) : "";
  const { invoicePdf } = await import("../pdf/invoice-pdf.ts");
  const pdf = await invoicePdf(document, {
    dress: await readPdfDress(read),
    xml: cii,
  });
  const name = document.number.replaceAll("/", "-");
  const store = async (fileName: string, bytes: Uint8Array) => {
    const upload = { name: fileName, accountId: nobody, bytes: inOnePiece(bytes) };
    const { id } = await receiveFile(deps, { ...upload, beginning: async () => {} });
    return id;
  };
  const files = {
    pdf: await store(`${name}.pdf`, pdf),
    ...(isSound && {
      ubl: await store(`${name}.xml`, Buffer.from(ublOf(document))),
      cii: await store(`${name}.cii.xml`, Buffer.from(cii)),
    }),
  };
  return { files, fault: findings.map(({ message }) => message).join(" ") };
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
