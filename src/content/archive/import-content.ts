import { isUniqueViolation, type WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { movableListings } from "../addresses/listings.ts";
import {
  readPageAddresses,
  requireFreeAddresses,
  requireFreePaths,
} from "../addresses/move-pages.server.ts";
import { pageAddresses } from "../addresses/page-addresses.ts";
import type { Block } from "../model/define.ts";
import { type ContentDependencies, changeSite } from "../records/change-site.server.ts";
import { keepMarkExclusive } from "../records/exclusive-mark.server.ts";
import { notePlaces } from "../records/places.server.ts";
import {
  type Authorship,
  authorship,
  changePlace,
  changeState,
  insertState,
} from "../records/record-writes.server.ts";
import { listStored, lockAnyRecord, lockRecords } from "../records/stored-record.server.ts";
import type { AttachmentStore, IncomingAttachments } from "./content-archive.ts";
import { type BlockChanges, compareWithArchive, sameState } from "./import-report.server.ts";
import { type Archive, type IncomingRecord, readArchive } from "./read-archive.ts";

/**
 * Maximum length of a line in UTF-16 code units. The largest accepted picture in base64 fits into a
 * line.
 */
const longestLine = 32 * 1024 * 1024;

/** Throws "invalid" for bytes that are not UTF-8, and "too-large" for a line over the limit. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    const [first = "", ...others] = decoded(decoder, chunk).split("\n");
    parts.push(first);
    length += first.length;
    for (const text of others) {
      yield parts.join("");
      parts = [text];
      length = text.length;
    }
    if (length > longestLine) throw new AppError("too-large", "A line of the file is too long.");
  }
  parts.push(decoded(decoder));
  const last = parts.join("");
  if (last !== "") yield last;
}

function decoded(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new AppError("invalid", "The file is not text.");
  }
}

interface ImportDependencies extends ContentDependencies {
  readonly attachments: AttachmentStore;
  readonly parse: Parse;
}

export interface ImportReport {
  readonly dryRun: boolean;
  /** Only blocks that the import changes, in the panel's order. */
  readonly blocks: readonly BlockChanges[];
  readonly attachments: number;
}

/**
 * Replaces all records, drafts and the order of lists with the content of a file from
 * `exportContent`. Validates the whole file, then writes everything in one transaction; a dry run
 * writes nothing. Records that are not in the file go to the trash, from which an admin can restore
 * them. Throws "invalid" with the line of the first fault, and "conflict" when somebody adds
 * content at the same moment.
 */
export async function importContent(
  deps: ImportDependencies,
  actor: Actor,
  file: AsyncIterable<Uint8Array>,
  { dryRun }: { readonly dryRun: boolean },
): Promise<ImportReport> {
  requireRight(actor, "import content");
  const incoming = deps.attachments.receive({ dryRun });
  try {
    const archive = await readArchive(
      deps.parse,
      linesOf(file),
      (attachment) => incoming.take(attachment),
      deps.sectionKinds,
    );
    incoming.complete();
    const blocks = dryRun
      ? await rehearse(deps, archive)
      : await write(deps, actor, archive, incoming);
    return { dryRun, blocks, attachments: archive.attachmentCount };
  } catch (error) {
    // Ignores a failure of `discard`, so that the caller gets the error of the import.
    await incoming.discard().catch(() => {});
    throw error;
  }
}

async function rehearse(
  { database, ...taken }: ContentDependencies,
  { records }: Archive,
): Promise<BlockChanges[]> {
  const before = await readPageAddresses(database.read);
  const after = pageAddresses((page) => {
    const block: Block = movableListings[page];
    return records.find((record) => record.block === block)?.state.published;
  });
  requireFreeAddresses(before, after, taken.reservedWords);
  requireFreePaths(
    after,
    records.flatMap(({ block, state }) =>
      block.isRead === "alone" && state.published !== null
        ? [
            {
              title: state.published[block.labelField] ?? "",
              path: state.published.pageAddress ?? "",
            },
          ]
        : [],
    ),
    taken,
  );
  return compareWithArchive(database.read, records);
}

async function write(
  deps: ContentDependencies,
  actor: Actor,
  { records, attachmentCount }: Archive,
  incoming: IncomingAttachments,
): Promise<BlockChanges[]> {
  const by = authorship(actor, deps.clock);
  const writing = changeSite(deps, by, async (tx) => {
    const changes = await replaceContent(tx, records, by);
    await incoming.adopt(tx);
    await auditImport(tx, by, changes, attachmentCount);
    return changes;
  });
  return writing.catch((error) => {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError(
      "conflict",
      "Someone else added content at the same time, so nothing was imported. Import the file again.",
    );
  });
}

/**
 * One audit entry for the whole import, in addition to the entries of the records, because an
 * import also replaces pictures and the order of lists.
 */
async function auditImport(
  tx: WriteTransaction,
  { actor, at }: Authorship,
  changes: readonly BlockChanges[],
  attachments: number,
): Promise<void> {
  const count = (kind: "added" | "changed" | "removed") =>
    changes.reduce((sum, change) => sum + change[kind].length, 0);
  const counts = { added: count("added"), changed: count("changed"), removed: count("removed") };
  await audit(tx, actor, {
    action: "Import file",
    subject: "content",
    subjectId: "import",
    label: "The whole content",
    before: null,
    after: { ...counts, attachments },
    at,
  });
}

async function replaceContent(
  tx: WriteTransaction,
  incoming: readonly IncomingRecord[],
  by: Authorship,
): Promise<BlockChanges[]> {
  await lockRecords(tx);
  const changes = await compareWithArchive(tx, incoming);
  const ids = new Set(incoming.map(({ id }) => id));
  // Deletes records first, because a singleton can have only one record outside the trash.
  for (const record of await listStored(tx)) {
    if (!ids.has(record.id)) await changePlace(tx, record, "deleted", by);
  }
  for (const [index, record] of incoming.entries()) {
    await putRecord(tx, record, by);
    await tx
      .updateTable("content_records")
      .set({ position: index + 1, draft_position: null })
      .where("id", "=", record.id)
      .execute();
  }
  const imported = incoming.map(({ id }) => id);
  for (const block of new Set(incoming.map((record) => record.block))) {
    await notePlaces(tx, block, by.at);
    await keepMarkExclusive(tx, block, imported, by);
  }
  return changes;
}

async function putRecord(
  tx: WriteTransaction,
  { id, block, state }: IncomingRecord,
  by: Authorship,
): Promise<void> {
  const record = await lockAnyRecord(tx, id);
  if (record === undefined) {
    await insertState(tx, block, state, "imported", by, { id });
    return;
  }
  if (record.deletedAt !== null) await changePlace(tx, record, "undeleted", by);
  if (sameState(block, record, state)) return;
  const present = (await lockAnyRecord(tx, id)) ?? record;
  await changeState(tx, present, state, "imported", by);
}
