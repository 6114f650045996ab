import { type Selectable, sql } from "kysely";
import type { Migrations } from "#platform/database/migrations.ts";

export type SiteCheckPurpose = "before" | "after";

/** Crawls of the website of an order. The last crawl of each purpose counts. */
interface OrderSiteChecksTable {
  id: string;
  order_id: string;
  purpose: SiteCheckPurpose;
  /** Null for the decision of the team to go on without a "before". */
  crawl_id: string | null;
  website: string;
  /** Why the team changed the address, or goes on without a "before"; "" otherwise. */
  reason: string;
  author: string;
  at: number;
}

export type OrderSiteCheckRow = Selectable<OrderSiteChecksTable>;

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    order_site_checks: OrderSiteChecksTable;
  }
}

export const orderSiteCheckMigrations: Migrations = {
  "0233-order-site-checks": {
    async up(db) {
      await db.schema
        .createTable("order_site_checks")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("purpose", "text", (column) =>
          column.notNull().check(sql`purpose in ('before', 'after')`),
        )
        .addColumn("crawl_id", "text", (column) => column.references("site_crawls.id"))
        .addColumn("website", "text", (column) => column.notNull())
        .addColumn("reason", "text", (column) => column.notNull())
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex("order_site_checks_of_order")
        .on("order_site_checks")
        .columns(["order_id", "id"])
        .execute();
      await db.schema
        .createIndex("order_site_checks_of_crawl")
        .on("order_site_checks")
        .column("crawl_id")
        .execute();
    },
  },
};
