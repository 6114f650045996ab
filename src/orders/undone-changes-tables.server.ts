import { sql } from "kysely";
import { deletableTriggers } from "../platform/database/append-only.ts";
import type { Migrations } from "../platform/database/migrations.ts";
import { isOfDemonstration } from "./demonstration-mark.server.ts";

/**
 * Changes of the order status that were undone before the customer was told. Only the rows that
 * such a change added can be deleted from the append-only tables of orders; the audit log keeps the
 * change and its undo.
 */
interface UndoneOrderChangesTable {
  /** Id of the deleted order event. */
  order_event_id: string;
  order_id: string;
  /** Number of the undone delivery; null for the undo of a change to Pending. */
  delivery_number: number | null;
  at: number;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    undone_order_changes: UndoneOrderChangesTable;
  }
}

export const undoneChangeMigrations: Migrations = {
  "0270-undone-order-changes": {
    async up(db) {
      await db.schema
        .createTable("undone_order_changes")
        .addColumn("order_event_id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("delivery_number", "bigint")
        .addColumn("at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .alterTable("order_question_events")
        .addColumn("order_event_id", "text", (column) => column.references("order_events.id"))
        .execute();
      const ofDemonstration = isOfDemonstration(sql`old.order_id`);
      const wasUndone = (column: "id" | "order_event_id") =>
        sql`exists (select 1 from undone_order_changes
          where order_event_id = old.${sql.ref(column)})`;
      // A delivery with a text or with proofs stays, because a person has typed them.
      const isWithoutEvents = sql`old.text = '' and not exists (select 1 from order_review_events
        where order_id = old.order_id and number = old.number)`;
      for (const [table, condition] of [
        ["order_events", wasUndone("id")],
        ["order_review_events", wasUndone("order_event_id")],
        ["order_question_events", wasUndone("order_event_id")],
        ["order_deliveries", isWithoutEvents],
      ] as const) {
        const either = sql`${ofDemonstration} or ${condition}`;
        for (const trigger of deletableTriggers(db, table, either)) await trigger.execute(db);
      }
    },
  },
};
