import type { WriteTransaction } from "#platform/database/database.ts";
import { labelOf } from "../drafts/editable-record.ts";
import type { RevisionOfRecord } from "../history/restore-revision.ts";
import type { Block } from "../model/define.ts";
import { type Authorship, changeState } from "./record-writes.server.ts";
import { listStored, lockRecord, publishedValues } from "./stored-record.server.ts";

/** A record that lost the block's exclusive mark, with the change that an undo has to revert. */
export interface LostMark {
  readonly label: string;
  readonly change: RevisionOfRecord;
}

/**
 * Leaves the block's exclusive mark on one published record. Called after every write of published
 * values, in its transaction: the last of the `written` records that has the mark keeps it, and
 * other records lose it. A draft that sets the mark stays, and takes the mark when it is published.
 */
export async function keepMarkExclusive(
  tx: WriteTransaction,
  block: Block,
  written: readonly string[],
  by: Authorship,
): Promise<readonly LostMark[]> {
  const { exclusiveMark } = block;
  if (exclusiveMark === undefined) return [];
  const marked = (await listStored(tx, block)).filter(
    ({ published }) => (published?.[exclusiveMark] ?? "") !== "",
  );
  const winner = written.findLast((id) => marked.some((record) => record.id === id));
  if (winner === undefined || marked.length === 1) return [];
  const lost: LostMark[] = [];
  for (const { id } of marked.filter((record) => record.id !== winner)) {
    const record = await lockRecord(tx, block, id);
    const published = { ...publishedValues(block, record), [exclusiveMark]: "" };
    const revision = await changeState(tx, record, { ...record, published }, "updated", by);
    lost.push({ label: labelOf(block, published), change: { id, revision } });
  }
  return lost;
}
