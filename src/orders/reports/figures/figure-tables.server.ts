import { type Kysely, type Selectable, sql } from "kysely";
import type { Migrations } from "#platform/database/migrations.ts";

/** Numbers of a period, read from an exported file. */
interface OrderFiguresTable {
  id: string;
  order_id: string;
  file_name: string;
  /** Such as "Search Console" or "Bing Webmaster Tools". */
  source: string;
  /** The days of Search Console are days in Pacific time. */
  first_day: string;
  last_day: string;
  /** Clicks of the listed searches; null if the file lists none. */
  query_clicks: number | null;
  author: string;
  created_at: number;
}

interface OrderFigureNumbersTable {
  figures_id: string;
  /** Counts from 1. */
  position: number;
  label: string;
  /** A decimal number such as "11.5". */
  value: string;
  unit: string;
}

/** The searches or the pages with the most clicks. */
interface OrderFigureListsTable {
  figures_id: string;
  kind: "searches" | "pages";
  /** JSON of `ListedLine`s. */
  lines: string;
}

export type OrderFiguresRow = Selectable<OrderFiguresTable>;
export type OrderFigureNumberRow = Selectable<OrderFigureNumbersTable>;
export type OrderFigureListRow = Selectable<OrderFigureListsTable>;

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    order_figures: OrderFiguresTable;
    order_figure_numbers: OrderFigureNumbersTable;
    order_figure_lists: OrderFigureListsTable;
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
  "0239-figures-of-any-file": { up: allowAnyFile },
};

/** Moves the three numbers of Search Console into rows, because other files have other numbers. */
// biome-ignore lint/suspicious/noExplicitAny: migrations work on a database of any schema
async function allowAnyFile(db: Kysely<any>): Promise<void> {
  await sql`alter table order_figures rename to former_figures`.execute(db);
  await db.schema
    .createTable("order_figures")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
    .addColumn("file_name", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("first_day", "text", (column) => column.notNull())
    .addColumn("last_day", "text", (column) => column.notNull())
    .addColumn("query_clicks", "bigint")
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("order_figures_once_for_source", [
      "order_id",
      "source",
      "first_day",
      "last_day",
    ])
    .execute();
  await sql`insert into order_figures (id, order_id, file_name, source, first_day, last_day,
      query_clicks, author, created_at)
    select id, order_id, file_name, 'Search Console', first_day, last_day, query_clicks, author,
      created_at from former_figures`.execute(db);
  await db.schema
    .createTable("order_figure_numbers")
    .addColumn("figures_id", "text", (column) =>
      column.notNull().references("order_figures.id").onDelete("cascade"),
    )
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("unit", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("order_figure_numbers_of_figures", ["figures_id", "position"])
    .execute();
  await sql`insert into order_figure_numbers (figures_id, position, label, value, unit)
    select id, 1, 'Clicks from Google Search', cast(clicks as text), '' from former_figures
    union all
    select id, 2, 'Shown in Google Search', cast(impressions as text), 'times' from former_figures
    union all
    select id, 3, 'Average position', position, '' from former_figures`.execute(db);
  await db.schema
    .createTable("order_figure_lists")
    .addColumn("figures_id", "text", (column) =>
      column.notNull().references("order_figures.id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (column) =>
      column.notNull().check(sql`kind in ('searches', 'pages')`),
    )
    .addColumn("lines", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("order_figure_lists_of_figures", ["figures_id", "kind"])
    .execute();
  await sql`drop table former_figures`.execute(db);
}
