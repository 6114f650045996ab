import type { Migrations } from "#platform/database/migrations.ts";
import type { LinkPurpose } from "#policy/links.ts";

/** A link of an email that opens one thing of an order without a login. */
interface OrderLinksTable {
  id: string;
  token_hash: string;
  order_id: string;
  account_id: string;
  /** Address that got the link. The link ends when the account has another address. */
  email: string;
  purpose: LinkPurpose;
  sent_at: number;
  expires_at: number;
  /** Null until somebody has pressed the button of the link. */
  last_used_at: number | null;
}

/** A browser in which somebody has pressed the button of a link. */
interface OrderLinkVisitsTable {
  id: string;
  /** Hash of the secret in the cookie. */
  secret_hash: string;
  link_id: string;
  started_at: number;
  /** Signature of the code of the last email; "" without a code that can be used. */
  code_hash: string;
  code_expires_at: number;
  code_attempts: number;
  /** Time until which the browser is asked for no further code; 0 before the first correct code. */
  proven_until: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_links: OrderLinksTable;
    order_link_visits: OrderLinkVisitsTable;
  }
}

export const orderLinkMigrations: Migrations = {
  "0221-order-links": {
    async up(db) {
      await db.schema
        .createTable("order_links")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("token_hash", "text", (column) => column.notNull().unique())
        .addColumn("order_id", "text", (column) => column.notNull())
        .addColumn("account_id", "text", (column) => column.notNull())
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("purpose", "text", (column) => column.notNull())
        .addColumn("sent_at", "bigint", (column) => column.notNull())
        .addColumn("expires_at", "bigint", (column) => column.notNull())
        .addColumn("last_used_at", "bigint")
        .execute();
      for (const column of ["order_id", "account_id"] as const) {
        await db.schema
          .createIndex(`order_links_by_${column}`)
          .on("order_links")
          .column(column)
          .execute();
      }
      await db.schema
        .createTable("order_link_visits")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("secret_hash", "text", (column) => column.notNull().unique())
        .addColumn("link_id", "text", (column) => column.notNull())
        .addColumn("started_at", "bigint", (column) => column.notNull())
        .addColumn("code_hash", "text", (column) => column.notNull())
        .addColumn("code_expires_at", "bigint", (column) => column.notNull())
        .addColumn("code_attempts", "integer", (column) => column.notNull())
        .addColumn("proven_until", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex("order_link_visits_of_link")
        .on("order_link_visits")
        .column("link_id")
        .execute();
    },
  },
  "0222-order-links-by-expiry": {
    async up(db) {
      await db.schema
        .createIndex("order_links_by_expiry")
        .on("order_links")
        .column("expires_at")
        .execute();
    },
  },
};
