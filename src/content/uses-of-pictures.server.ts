import { type PictureUse, pictureIdsIn } from "../media/picture-file.ts";
import type { Queries } from "../platform/database.ts";
import { blocks } from "./blocks.ts";
import type { Block } from "./define.ts";

/** Where records that are not in the trash name the pictures with these ids. */
export async function usesOfPictures(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly PictureUse[]>> {
  const uses = new Map<string, PictureUse[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return uses;
  const rows = await queries
    .selectFrom("content_records")
    .select(["id", "block", "field_values"])
    .where("field_values", "like", "%/media/%")
    .where("deleted_at", "is", null)
    .orderBy("block")
    .orderBy("position")
    .execute();
  for (const row of rows) {
    const block = blocksByName.get(row.block);
    if (block === undefined) continue;
    const values = JSON.parse(row.field_values) as Record<string, string>;
    for (const [name, field] of Object.entries(block.fields)) {
      for (const id of new Set(pictureIdsIn(values[name] ?? ""))) {
        uses.get(id)?.push({
          place: block.title,
          record: block.shape === "singleton" ? "" : (values[block.labelField] ?? ""),
          field: field.label,
          screen: `${block.screens.edit[0] ?? ""}/${row.id}`,
        });
      }
    }
  }
  return uses;
}

const blocksByName = new Map(
  (Object.values(blocks) as Block[]).map((block) => [block.name, block]),
);
