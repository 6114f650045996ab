import { type Selectable, sql } from "kysely";
import { appendOnlyTriggers } from "#platform/database/append-only.ts";
import type { Migrations } from "#platform/database/migrations.ts";
import type { OrderStatus } from "../order.ts";

/** Append-only. Holds status changes and notes, which no other table records. */
interface OrderEventsTable {
  id: string;
  order_id: string;
  kind: "status" | "note";
  /** New status; null for a note. */
  order_status: OrderStatus | null;
  /** Null for a status change. A line break in the note is \n. */
  note: string | null;
  author: string;
  at: number;
}

export type OrderEventRow = Selectable<OrderEventsTable>;

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_events: OrderEventsTable;
  }
}

export const orderEventMigrations: Migrations = {
  "0113-order-events": {
    async up(db) {
      await db.schema
        .createTable("order_events")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("kind", "text", (column) =>
          column.notNull().check(sql`kind in ('status', 'note')`),
        )
        .addColumn("order_status", "text", (column) =>
          column.check(sql`order_status in ('Pending', 'Delivered')`),
        )
        .addColumn("note", "text")
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("at", "bigint", (column) => column.notNull())
        .addCheckConstraint(
          "order_events_have_a_content",
          sql`(kind = 'status') = (order_status is not null) and (kind = 'note') = (note is not null)`,
        )
        .execute();
      await db.schema
        .createIndex("order_events_of_order")
        .on("order_events")
        .columns(["order_id", "id"])
        .execute();
      for (const trigger of appendOnlyTriggers(db, "order_events")) await trigger.execute(db);
    },
  },
};
