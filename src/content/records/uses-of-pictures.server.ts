import { type PictureUse, pictureIdsIn } from "#media/picture-file.ts";
import type { Queries } from "#platform/database/database.ts";
import { findBlock } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { editPathOf } from "../model/record-paths.ts";
import {
  editedValues,
  publishedValues,
  type RecordState,
  recordState,
} from "./stored-record.server.ts";

/**
 * Finds where records use pictures, by picture id. Includes drafts and the trash, because a draft
 * may be published and a record restored.
 */
export async function usesOfPictures(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly PictureUse[]>> {
  const uses = new Map<string, PictureUse[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return uses;
  const rows = await queries
    .selectFrom("content_records")
    .select(["id", "block", "field_values", "draft_values", "deleted_at"])
    .where((where) =>
      where.or([
        where("field_values", "like", "%/media/%"),
        where("draft_values", "like", "%/media/%"),
      ]),
    )
    .orderBy("block")
    .orderBy("position")
    .execute();
  for (const row of rows) {
    const block = findBlock(row.block);
    if (block === undefined) continue;
    const isInTrash = row.deleted_at !== null;
    const screen = isInTrash ? "/trash" : editPathOf(block, row.id);
    for (const [id, use] of usesInRecord(block, recordState(row))) {
      uses.get(id)?.push({ ...use, place: block.title, screen, isInTrash });
    }
  }
  return uses;
}

type UseInRecord = Pick<PictureUse, "record" | "field">;

function usesInRecord(block: Block, state: RecordState): [id: string, UseInRecord][] {
  const published = publishedValues(block, state);
  const edited = editedValues(block, state);
  const label = block.shape === "singleton" ? "" : block.labelField;
  const record = (label && (published[label] || edited[label])) || "";
  return Object.entries(block.fields).flatMap(([name, { label: field }]) => {
    const onSite = new Set(pictureIdsIn(published[name] ?? ""));
    const inDraft = new Set(pictureIdsIn(edited[name] ?? "")).difference(onSite);
    return [
      ...[...onSite].map((id): [string, UseInRecord] => [id, { record, field }]),
      ...[...inDraft].map((id): [string, UseInRecord] => [
        id,
        { record, field: `${field} (draft)` },
      ]),
    ];
  });
}
