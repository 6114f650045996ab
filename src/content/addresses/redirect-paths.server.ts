import "./address-tables.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { preparedQuery } from "#platform/database/prepared-query.ts";
import { redirects } from "../blocks/redirects.ts";
import type { Block } from "../model/define.ts";
import { pathOf, spellingOf } from "./address-spelling.ts";

/** Called with every write of a record, so that a redirect is found by its old address. */
export async function keepRedirectPath(
  tx: WriteTransaction,
  block: Block,
  id: string,
): Promise<void> {
  if (block.name !== redirects.name) return;
  const row = await tx
    .selectFrom("content_records")
    .select("field_values")
    .where("id", "=", id)
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  await tx.deleteFrom("redirect_paths").where("record_id", "=", id).execute();
  if (row === undefined) return;
  const { oldAddress = "" } = JSON.parse(row.field_values) as { oldAddress?: string };
  const old_path = spellingOf(pathOf(oldAddress));
  await tx.insertInto("redirect_paths").values({ record_id: id, old_path }).execute();
}

/** Ids and texts of the redirects from a path, in the owner's order. */
export const redirectsAt = preparedQuery((queries, { path }: { path: string }) =>
  queries
    .selectFrom("redirect_paths")
    .innerJoin("content_records", "content_records.id", "redirect_paths.record_id")
    .select(["content_records.id", "content_records.field_values"])
    .where("redirect_paths.old_path", "=", path)
    .orderBy("content_records.position")
    .orderBy("content_records.id")
    .compile(),
);
