import type { LeaseColumns } from "#platform/leases.ts";

/** Its one row is the queue: whoever claims it sends all waiting addresses in one request. */
interface IndexNowTable extends LeaseColumns {
  name: "queue";
  /** Failed requests since the last accepted one. */
  failures: number;
  accepted_at: number | null;
  accepted_status: number | null;
  accepted_count: number | null;
  refused_at: number | null;
  /** HTTP status of the last refusal; null when nobody answered. */
  refused_status: number | null;
}

interface IndexNowAddressesTable {
  /** Whole address of a page that was published, changed, moved or taken off the site. */
  address: string;
  noted_at: number;
  /** The last request that named the address; null when the page has changed since. */
  batch: string | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    index_now: IndexNowTable;
    index_now_addresses: IndexNowAddressesTable;
  }
}

export const queueName = "queue";
