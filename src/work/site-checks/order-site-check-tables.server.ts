import type { Selectable } from "kysely";

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

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_site_checks: OrderSiteChecksTable;
  }
}
