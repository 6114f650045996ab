import { type Generated, type Selectable, sql } from "kysely";
import type { Migrations } from "#platform/database/migrations.ts";

/** The people of the customer's company, or the team. */
export type Side = "customer" | "team";

/**
 * Only the removal of demonstration orders deletes rows. The author can change the text of a
 * message for 15 minutes.
 */
interface OrderMessagesTable {
  id: string;
  order_id: string;
  /** Position in the conversation of the order, from 1 without gaps. */
  number: number;
  side: Side;
  account_id: string;
  /**
   * Email address of the person of the team; "customer" for customers, whose name the order has.
   */
  author: string;
  /** A line break is \n. */
  text: string;
  /** Idempotency key of the form that sent the message. */
  form_key: string;
  created_at: number;
  edited_at: number | null;
}

/**
 * State of the conversation of an order. An order has no row before its first message or its first
 * email about the room.
 */
interface OrderRoomsTable {
  order_id: string;
  last_number: number;
  /** Number of the last message that each side has read. */
  customer_read: Generated<number>;
  team_read: Generated<number>;
  /** Number of the last message that was distributed to the people of each side. */
  customer_emailed: Generated<number>;
  team_emailed: Generated<number>;
  /** Time of the last news to each side, for the pause before the next email. */
  customer_emailed_at: number | null;
  team_emailed_at: number | null;
  /** Time of the first message of the customer that the team has not answered; null without one. */
  waiting_since: number | null;
}

export type OrderMessageRow = Selectable<OrderMessagesTable>;
export type OrderRoomRow = Selectable<OrderRoomsTable>;

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    order_messages: OrderMessagesTable;
    order_rooms: OrderRoomsTable;
  }
}

export const orderMessageMigrations: Migrations = {
  "0180-order-messages": {
    async up(db) {
      await db.schema
        .createTable("order_messages")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("number", "bigint", (column) => column.notNull())
        .addColumn("side", "text", (column) =>
          column.notNull().check(sql`side in ('customer', 'team')`),
        )
        .addColumn("account_id", "text", (column) => column.notNull())
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("text", "text", (column) => column.notNull())
        .addColumn("form_key", "text", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .addColumn("edited_at", "bigint")
        .addUniqueConstraint("order_messages_in_turn", ["order_id", "number"])
        .addUniqueConstraint("order_messages_once", ["account_id", "form_key"])
        .execute();
      const mark = ["customer_read", "team_read", "customer_emailed", "team_emailed"];
      const rooms = db.schema
        .createTable("order_rooms")
        .addColumn("order_id", "text", (column) =>
          column.primaryKey().notNull().references("orders.id"),
        )
        .addColumn("last_number", "bigint", (column) => column.notNull())
        .addColumn("customer_emailed_at", "bigint")
        .addColumn("team_emailed_at", "bigint")
        .addColumn("waiting_since", "bigint");
      await mark
        .reduce(
          (table, name) =>
            table.addColumn(name, "bigint", (column) => column.notNull().defaultTo(0)),
          rooms,
        )
        .execute();
      await sql`create index order_rooms_waiting on order_rooms (waiting_since, order_id)
        where waiting_since is not null`.execute(db);
    },
  },
  "0196-edited-order-messages": {
    async up(db) {
      await sql`create index order_messages_edited on order_messages (order_id, edited_at)
        where edited_at is not null`.execute(db);
    },
  },
};
