import type { Selectable } from "kysely";

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

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_figures: OrderFiguresTable;
    order_figure_numbers: OrderFigureNumbersTable;
    order_figure_lists: OrderFigureListsTable;
  }
}
