import type { WriteTransaction } from "../../platform/database/database.ts";
import {
  type Authorship,
  changePlace,
  changeState,
  insertState,
} from "../records/record-writes.server.ts";
import { listStored, lockAnyRecord, lockRecords } from "../records/stored-record.server.ts";
import { type BlockChanges, compareWithArchive, sameState } from "./import-report.server.ts";
import type { IncomingRecord } from "./read-archive.ts";

/** Makes the records of all blocks exactly these, in this order; answers what that changed. */
export async function replaceContent(
  tx: WriteTransaction,
  incoming: readonly IncomingRecord[],
  by: Authorship,
): Promise<BlockChanges[]> {
  await lockRecords(tx);
  const changes = await compareWithArchive(tx, incoming);
  const ids = new Set(incoming.map(({ id }) => id));
  // First whatever goes, so that a singleton's place is free for its successor.
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
