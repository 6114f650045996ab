import type { WriteTransaction } from "../../platform/database/database.ts";
import { lockRecord, type StoredRecord } from "./stored-record.server.ts";

/**
 * Puts a record right before another one of its block, or at the end. The caller holds the block's
 * records (`lockRecords`). Throws "not-found" when the other one is not there.
 */
export async function placeBefore(
  tx: WriteTransaction,
  record: StoredRecord,
  before: string | null,
): Promise<void> {
  const position = before === null ? await behindLast(tx, record) : await gap(tx, record, before);
  await tx.updateTable("content_records").set({ position }).where("id", "=", record.id).execute();
}

async function behindLast(tx: WriteTransaction, { block }: StoredRecord): Promise<number> {
  const { last } = await tx
    .selectFrom("content_records")
    .select((select) => select.fn.max("position").as("last"))
    .where("block", "=", block.name)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

/**
 * A position that nobody has, between the other record and the one before it. Two steps, because
 * two records that were added at the same moment may have one position, ordered by their ids.
 */
async function gap(tx: WriteTransaction, { block }: StoredRecord, before: string): Promise<number> {
  const { position, id } = await lockRecord(tx, block, before);
  await tx
    .updateTable("content_records")
    .set((set) => ({ position: set("position", "+", 2) }))
    .where("block", "=", block.name)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("position", "id"), ">=", tuple(position, id)))
    .execute();
  return position + 1;
}
