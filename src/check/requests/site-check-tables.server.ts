import type { LeaseColumns } from "#platform/leases.ts";

export type SiteCheckState = "waiting" | "fetching" | "done" | "refused";

interface SiteChecksTable extends LeaseColumns {
  id: string;
  /** Unguessable part of the result's address. */
  key: string;
  website: string;
  host: string;
  state: SiteCheckState;
  /**
   * JSON of a `CheckResult`. "" at first; while the state is "fetching", the result of the page
   * alone.
   */
  result: string;
  /** Sentence of a refused check; "" otherwise. */
  refusal: string;
  engine_version: number;
  /** Number of rows of `site_check_findings`. */
  finding_count: number;
  /** Packed `Facts` of a check that is done; null otherwise. */
  facts: Uint8Array | null;
  /** The site's icon as a `data:` URL; "" for a site without an icon. */
  icon: string;
  /**
   * The earlier check of the same host whose result is copied; null for a check that sends
   * requests.
   */
  source_id: string | null;
  requested_at: number;
  finished_at: number | null;
  /** Email address that requested the report; "" without a request. */
  email: string;
  email_confirmed_at: number | null;
  order_id: string | null;
  account_id: string | null;
  /** Email address of the person of the team who asked for the check; "" for a visitor. */
  requested_by: string;
  /** Person whom the team has named as the owner of the website; "" for nobody. */
  person_email: string;
  person_name: string;
}

interface SiteCheckFindingsTable {
  check_id: string;
  finding: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    site_checks: SiteChecksTable;
    site_check_findings: SiteCheckFindingsTable;
  }
}
