import { type LeaseColumns, LeasedTable } from "#platform/leases.ts";

interface ReleasesTable extends LeaseColumns {
  id: string;
  name: string;
  /** Instant of the time that the owner meant. */
  planned_for: number;
  /** The same as the owner typed it, with the time zone of the site at that moment. */
  wall_time: string;
  time_zone: string;
  /** Account and email address of the person who set the time last, in whose name it happens. */
  account_id: string;
  author: string;
  created_at: number;
  done_at: number | null;
  cancelled_at: number | null;
  /** Time of the last attempt that was refused; null once it has happened or has another time. */
  refused_at: number | null;
  /** JSON list of `ReleaseFault` of that attempt. */
  faults: string | null;
}

interface ReleaseEntriesTable {
  release_id: string;
  record_id: string;
  block: string;
  kind: "publish" | "withdraw";
  /** Revision that the record had when somebody put it into the release. */
  revision: number;
  author: string;
  added_at: number;
  /**
   * Id of the record while the release is open, otherwise null. The unique constraint keeps a record
   * out of a second open release.
   */
  open_record: string | null;
  /** What happened to the record; null until the release is done. */
  result: "published" | "withdrawn" | "nothing" | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    releases: ReleasesTable;
    release_entries: ReleaseEntriesTable;
  }
}

/** Publishing takes far less than a minute; a process that died is replaced after it. */
export const leasedReleases = new LeasedTable("releases", { key: ["id"], leaseMs: 60_000 });
