import type { Queries } from "../platform/database.ts";
import { canBeId } from "../platform/ids.ts";
import { blocks } from "./blocks.ts";
import type { AnyRecord, Block, RecordOf } from "./define.ts";
import type { SiteContent } from "./site-content.ts";

/** A block's records in the order that the owner chose. */
export async function listRecords<B extends Block>(
  queries: Queries,
  block: B,
): Promise<RecordOf<B>[]> {
  const rows = await queries
    .selectFrom("content_records")
    .select(["id", "field_values"])
    .where("block", "=", block.name)
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map((row) => asRecord(block, row));
}

/** One record of a block; undefined when there is none with this id, or it lies in the trash. */
export async function findRecord<B extends Block>(
  queries: Queries,
  block: B,
  id: string,
): Promise<RecordOf<B> | undefined> {
  if (!canBeId(id)) return undefined;
  const row = await queries
    .selectFrom("content_records")
    .select(["id", "field_values"])
    .where("id", "=", id)
    .where("block", "=", block.name)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row && asRecord(block, row);
}

/** Everything that the public pages say, in one query. */
export async function readSiteContent(queries: Queries): Promise<SiteContent> {
  const rows = await queries
    .selectFrom("content_records")
    .select(["id", "block", "field_values"])
    .where("deleted_at", "is", null)
    .orderBy("block")
    .orderBy("position")
    .orderBy("id")
    .execute();
  const entries = Object.entries(blocks)
    .filter(([, block]) => block.readBy === "everyone")
    .map(([key, block]): [string, AnyRecord | AnyRecord[] | undefined] => {
      const records = rows
        .filter((row) => row.block === block.name)
        .map((row) => asRecord(block as Block, row));
      return [key, block.shape === "singleton" ? records[0] : records];
    });
  return Object.fromEntries(entries) as unknown as SiteContent;
}

/**
 * Fields that were added to a block after the record was written are "" until it is saved again,
 * and fields that were taken away are not shown.
 */
function asRecord<B extends Block>(
  block: B,
  row: { id: string; field_values: string },
): RecordOf<B> {
  const stored = JSON.parse(row.field_values) as Record<string, string>;
  const values = Object.keys(block.fields).map((name) => [name, stored[name] ?? ""]);
  return { _id: row.id, ...Object.fromEntries(values) } as RecordOf<B>;
}
