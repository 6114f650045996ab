import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { listStored, publishedValues, type StoredRecord } from "../records/stored-record.server.ts";
import {
  type ArchiveLine,
  type AttachmentStore,
  archiveHead,
  archiveText,
} from "./content-archive.ts";

interface ExportDependencies {
  readonly database: Database;
  readonly attachments: AttachmentStore;
}

/**
 * Generates an archive (see `content-archive.ts`) in parts, without the trash and the history.
 * Throws "unauthenticated" and "forbidden" when the first part is read.
 */
export async function* exportContent(
  { database, attachments }: ExportDependencies,
  actor: Actor,
): AsyncGenerator<string> {
  requireRight(actor, "edit content");
  // Reads all records in one query, so that they are from the same moment.
  const stored = await listStored(database.read);
  const records = (Object.values(blocks) as Block[]).flatMap((block) =>
    stored.filter((record) => record.block === block),
  );
  yield archiveText(archiveHead);
  for (const record of records) yield archiveText(archivedRecord(record));
  let count = 0;
  for await (const { path, bytes } of attachments.all()) {
    yield archiveText({ kind: "attachment", path, base64: Buffer.from(bytes).toString("base64") });
    count++;
  }
  yield archiveText({ kind: "end", records: records.length, attachments: count });
}

function archivedRecord(record: StoredRecord): ArchiveLine {
  const { block, id, draft } = record;
  const texts = Object.keys(block.fields).flatMap((name) => {
    const drafted = draft?.[name];
    return drafted === undefined ? [] : [[name, drafted.text]];
  });
  return {
    kind: "record",
    block: block.name,
    _id: id,
    values: record.published && publishedValues(block, record),
    ...(draft === null ? {} : { draft: Object.fromEntries(texts) }),
  };
}
