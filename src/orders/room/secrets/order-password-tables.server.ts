import { type Selectable, sql } from "kysely";
import type { Migrations } from "#platform/database/migrations.ts";
import type { Side } from "../messages/order-message-tables.server.ts";

interface OrderPasswordsTable {
  id: string;
  order_id: string;
  label: string;
  user_name: string;
  address: string;
  /** Encrypted for this order and this row. */
  password: string;
  /**
   * Id of the key that encrypted the password. Another SECRET, as after a restore, is another key.
   */
  key_id: string;
  added_by: Side;
  account_id: string;
  /** Idempotency key of the form that added the password. */
  form_key: string;
  /**
   * The question of the brief that the password answers; null for other passwords. A question has
   * at most one password.
   */
  question_id: string | null;
  /** Raised with each replacement, for the optimistic lock. */
  version: number;
  added_at: number;
  changed_at: number;
}

/** Each time that a member of the team has seen a password. */
interface OrderPasswordShowingsTable {
  id: string;
  password_id: string;
  account_id: string;
  /** Email address of the person who saw the password. */
  author: string;
  at: number;
}

export type OrderPasswordRow = Selectable<OrderPasswordsTable>;

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    order_passwords: OrderPasswordsTable;
    order_password_showings: OrderPasswordShowingsTable;
  }
}

export const orderPasswordMigrations: Migrations = {
  "0187-order-secrets": {
    async up(db) {
      await db.schema
        .createTable("order_passwords")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("label", "text", (column) => column.notNull())
        .addColumn("user_name", "text", (column) => column.notNull())
        .addColumn("address", "text", (column) => column.notNull())
        .addColumn("password", "text", (column) => column.notNull())
        .addColumn("key_id", "text", (column) => column.notNull())
        .addColumn("added_by", "text", (column) =>
          column.notNull().check(sql`added_by in ('customer', 'team')`),
        )
        .addColumn("account_id", "text", (column) => column.notNull())
        .addColumn("form_key", "text", (column) => column.notNull())
        .addColumn("version", "bigint", (column) => column.notNull())
        .addColumn("added_at", "bigint", (column) => column.notNull())
        .addColumn("changed_at", "bigint", (column) => column.notNull())
        .addUniqueConstraint("order_passwords_once", ["account_id", "form_key"])
        .execute();
      await db.schema
        .createIndex("order_passwords_of_order")
        .on("order_passwords")
        .columns(["order_id", "id"])
        .execute();
      await db.schema
        .createIndex("order_passwords_by_key")
        .on("order_passwords")
        .column("key_id")
        .execute();
      await db.schema
        .createTable("order_password_showings")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("password_id", "text", (column) =>
          column.notNull().references("order_passwords.id"),
        )
        .addColumn("account_id", "text", (column) => column.notNull())
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex("order_password_showings_of_password")
        .on("order_password_showings")
        .columns(["password_id", "id"])
        .execute();
    },
  },
};
