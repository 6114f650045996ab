/** Orders with a list of tracked searches. */
interface OrderSearchListsTable {
  order_id: string;
  /** Counts the changes, so that two people do not overwrite each other. */
  revision: number;
  updated_at: number;
}

interface OrderSearchesTable {
  order_id: string;
  /** Place in the list, counted from 1. */
  nth: number;
  search: string;
}

interface OrderSearchPositionsTable {
  order_id: string;
  /** Such as "2026-11". */
  month: string;
  search: string;
  /** `SearchPosition`, but never "". */
  position: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_search_lists: OrderSearchListsTable;
    order_searches: OrderSearchesTable;
    order_search_positions: OrderSearchPositionsTable;
  }
}
