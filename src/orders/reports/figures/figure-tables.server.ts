import type { Selectable } from "kysely";
import type { Migrations } from "../../../platform/database/migrations.ts";

/** Numbers of Search Console for a period, read from an exported file. */
interface OrderFiguresTable {
  id: string;
  order_id: string;
  file_name: string;
  /** Days in Pacific time, in which Search Console counts. */
  first_day: string;
  last_day: string;
  clicks: number;
  impressions: number;
  /** Average position such as "11.5". */
  position: string;
  /** Clicks of the listed searches; null if the file lists none. */
  query_clicks: number | null;
  author: string;
  created_at: number;
}

export type OrderFiguresRow = Selectable<OrderFiguresTable>;

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    order_figures: OrderFiguresTable;
  }
}

export const figureMigrations: Migrations = {
  "0238-order-figures": {
    async up(db) {
      await db.schema
        .createTable("order_figures")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("file_name", "text", (column) => column.notNull())
        .addColumn("first_day", "text", (column) => column.notNull())
        .addColumn("last_day", "text", (column) => column.notNull())
        .addColumn("clicks", "bigint", (column) => column.notNull())
        .addColumn("impressions", "bigint", (column) => column.notNull())
        .addColumn("position", "text", (column) => column.notNull())
        .addColumn("query_clicks", "bigint")
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .addUniqueConstraint("order_figures_once", ["order_id", "first_day", "last_day"])
        .execute();
    },
  },
};
