import { type Kysely, sql } from "kysely";
import { createPrivateFileTables } from "#files/private-file-tables.server.ts";
import { appendOnlyTriggers, replacementTriggers } from "#platform/database/append-only.ts";
import { engineOf } from "#platform/database/database.ts";
import type { Migrations } from "#platform/database/migrations.ts";
import type { Side } from "../messages/order-message-tables.server.ts";

/** The visible files of orders. */
interface OrderFilesTable {
  file_id: string;
  order_id: string;
  /** The message with which the file was sent; null for other files. */
  message_id: string | null;
  /** The question of the brief that the file answers; null for other files. */
  question_id: string | null;
  side: Side;
  account_id: string;
  /**
   * Email address of the person of the team; "customer" for customers, whose name the order has.
   */
  author: string;
  created_at: number;
}

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    order_files: OrderFilesTable;
  }
}

export const orderFileMigrations: Migrations = {
  "0183-private-files": {
    async up(db) {
      await createPrivateFileTables(db);
      await db.schema
        .createTable("order_files")
        .addColumn("file_id", "text", (column) =>
          column.primaryKey().notNull().references("private_files.id"),
        )
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("message_id", "text", (column) => column.references("order_messages.id"))
        .addColumn("side", "text", (column) =>
          column.notNull().check(sql`side in ('customer', 'team')`),
        )
        .addColumn("account_id", "text", (column) => column.notNull())
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex("order_files_of_order")
        .on("order_files")
        .columns(["order_id", "created_at", "file_id"])
        .execute();
      await allowProofsByFile(db);
    },
  },
};

// biome-ignore lint/suspicious/noExplicitAny: migrations work on a database of any schema
async function allowProofsByFile(db: Kysely<any>): Promise<void> {
  if (engineOf(db) === "postgres") {
    await sql`alter table order_delivery_points
          drop constraint order_delivery_points_kind_check,
          add constraint order_delivery_points_kind_check
            check (kind in ('link', 'number', 'text', 'file', 'follows'))`.execute(db);
    await db.schema.alterTable("order_delivery_points").addColumn("file_id", "text").execute();
    await sql`alter table order_delivery_points add constraint order_delivery_points_file
          check ((kind = 'file') = (file_id is not null))`.execute(db);
    return;
  }
  // SQLite cannot change the check of a column, so the table is copied.
  await sql`alter table order_delivery_points rename to former_delivery_points`.execute(db);
  await db.schema
    .createTable("order_delivery_points")
    .addColumn("delivery_id", "text", (column) =>
      column.notNull().references("order_deliveries.id"),
    )
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("point", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) =>
      column.notNull().check(sql`kind in ('link', 'number', 'text', 'file', 'follows')`),
    )
    .addColumn("value", "text", (column) => column.notNull().check(sql`value <> ''`))
    .addColumn("unit", "text", (column) => column.notNull())
    .addColumn("file_id", "text")
    .addPrimaryKeyConstraint("order_delivery_points_of_delivery", ["delivery_id", "position"])
    .addCheckConstraint("order_delivery_points_unit", sql`(kind = 'number') = (unit <> '')`)
    .addCheckConstraint("order_delivery_points_file", sql`(kind = 'file') = (file_id is not null)`)
    .execute();
  await sql`insert into order_delivery_points
          (delivery_id, position, point, kind, value, unit, file_id)
        select delivery_id, position, point, kind, value, unit, null
        from former_delivery_points`.execute(db);
  await sql`drop table former_delivery_points`.execute(db);
  const triggers = [
    ...appendOnlyTriggers(db, "order_delivery_points"),
    ...replacementTriggers(db, "order_delivery_points", ["rowid"], ["delivery_id", "position"]),
  ];
  for (const trigger of triggers) await trigger.execute(db);
}
