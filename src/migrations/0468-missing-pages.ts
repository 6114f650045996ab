import type { Migration } from "kysely/migration";
import type { AnyDatabase } from "./folding.ts";
import { inSql } from "./in-sql.ts";

const tables = inSql([
  `create table "missing_pages" (
    "path" text primary key,
    "hits" bigint not null,
    "first_seen_at" bigint not null,
    "last_seen_at" bigint not null,
    "referrers" text not null,
    "is_listed" smallint not null default 1
  )`,
  `create index "missing_pages_by_hits" on "missing_pages" ("hits", "last_seen_at")`,
  `create table "redirect_paths" (
    "record_id" text primary key,
    "old_path" text not null
  )`,
  `create index "redirect_paths_by_path" on "redirect_paths" ("old_path", "record_id")`,
]);

/** The spelling of a path by which redirects are found, as the program spells it. */
function spelled(address: string): string {
  const path = address.replace(/^https?:\/\/[^/]+/i, "").replace(/[?#].*$/, "");
  let plain = path;
  try {
    plain = decodeURI(path);
  } catch {
    // A path with a wrong escape is compared as it is.
  }
  return `/${plain.split("/").filter(Boolean).join("/").toLowerCase()}`;
}

/** Counts of addresses without a page, and the old addresses of redirects with an index. */
export const migration: Migration = {
  async up(db: AnyDatabase) {
    await tables.up(db);
    const rows = await db
      .selectFrom("content_records")
      .select(["id", "field_values"])
      .where("block", "=", "redirect")
      .where("published_at", "is not", null)
      .where("deleted_at", "is", null)
      .execute();
    for (const { id, field_values } of rows) {
      const { oldAddress = "" } = JSON.parse(field_values) as { oldAddress?: string };
      await db
        .insertInto("redirect_paths")
        .values({ record_id: id, old_path: spelled(oldAddress) })
        .execute();
    }
  },
};
