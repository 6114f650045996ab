import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { AnyDatabase } from "./folding.ts";

/**
 * The order of lists as of a time. Up to now, the history says that a record was moved, and not
 * where to, so the order of an earlier time is that of the upgrade.
 */
export const migration: Migration = {
  async up(db: AnyDatabase) {
    await sql`alter table "content_history" add column "position" bigint`.execute(db);
    await sql`create table "content_places" (
      "block" text not null,
      "number" bigint not null,
      "at" bigint not null,
      "positions" text not null,
      primary key ("block", "number")
    )`.execute(db);
    const records = await db
      .selectFrom("content_records")
      .select(["id", "block", "position"])
      .orderBy("block")
      .orderBy("id")
      .execute();
    for (const [block, its] of Map.groupBy(records, (record) => record.block)) {
      const positions = Object.fromEntries(its.map(({ id, position }) => [id, Number(position)]));
      await db
        .insertInto("content_places")
        .values({ block, number: 1, at: 0, positions: JSON.stringify(positions) })
        .execute();
    }
  },
};
