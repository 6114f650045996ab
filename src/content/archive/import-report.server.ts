import type { Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { labelOf } from "../drafts/editable-record.ts";
import { blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import {
  editedValues,
  listStored,
  publishedValues,
  type RecordState,
  type StoredRecord,
  sameValues,
} from "../records/stored-record.server.ts";
import type { IncomingRecord } from "./read-archive.ts";

export interface NamedRecord {
  readonly _id: string;
  readonly label: string;
}

export interface BlockChanges {
  readonly block: string;
  readonly title: string;
  readonly added: readonly NamedRecord[];
  readonly changed: readonly NamedRecord[];
  readonly removed: readonly NamedRecord[];
  /** True if the import changes the order of the records that it keeps. */
  readonly reordered: boolean;
}

/**
 * Returns only the blocks that an import would change. Throws "invalid" for an id that belongs to
 * another block.
 */
export async function compareWithArchive(
  queries: Queries,
  incoming: readonly IncomingRecord[],
): Promise<BlockChanges[]> {
  const stored = await listStored(queries);
  await requireFreeIds(queries, incoming);
  return (Object.values(blocks) as Block[])
    .map((block) => {
      const ofBlock = (record: { block: Block }) => record.block === block;
      return blockChanges(block, stored.filter(ofBlock), incoming.filter(ofBlock));
    })
    .filter(({ added, changed, removed, reordered }) => {
      return reordered || added.length + changed.length + removed.length > 0;
    });
}

export function sameState(block: Block, one: RecordState, other: RecordState): boolean {
  return (
    (one.published === null) === (other.published === null) &&
    (one.draft === null) === (other.draft === null) &&
    sameValues(block, publishedValues(block, one), publishedValues(block, other)) &&
    sameValues(block, editedValues(block, one), editedValues(block, other))
  );
}

function blockChanges(
  block: Block,
  stored: readonly StoredRecord[],
  incoming: readonly IncomingRecord[],
): BlockChanges {
  const before = new Map(stored.map((record) => [record.id, record]));
  const after = new Map(incoming.map((record) => [record.id, record]));
  const kept = stored.filter(({ id }) => after.has(id)).map(({ id }) => id);
  const keptAfter = incoming.filter(({ id }) => before.has(id)).map(({ id }) => id);
  const named = (id: string, state: RecordState): NamedRecord => ({
    _id: id,
    label: labelOf(block, editedValues(block, state)),
  });
  return {
    block: block.name,
    title: block.title,
    added: incoming.filter(({ id }) => !before.has(id)).map(({ id, state }) => named(id, state)),
    changed: incoming
      .filter(({ id, state }) => {
        const present = before.get(id);
        return present !== undefined && !sameState(block, present, state);
      })
      .map(({ id, state }) => named(id, state)),
    removed: stored.filter(({ id }) => !after.has(id)).map((record) => named(record.id, record)),
    reordered: kept.join() !== keptAfter.join(),
  };
}

/** History and links identify a record by its id alone, so no two blocks may share an id. */
async function requireFreeIds(
  queries: Queries,
  incoming: readonly IncomingRecord[],
): Promise<void> {
  const rows = await queries.selectFrom("content_records").select(["id", "block"]).execute();
  const blockOf = new Map(rows.map(({ id, block }) => [id, block]));
  for (const { id, block } of incoming) {
    if ((blockOf.get(id) ?? block.name) === block.name) continue;
    throw new AppError(
      "invalid",
      `The file uses the id ${id} for ${block.title}, but on this site it belongs to another kind of content.`,
    );
  }
}
