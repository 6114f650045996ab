export {};

/** Addresses without a page that visitors have asked for. */
interface MissingPagesTable {
  /** As `spellingOf` spells it. */
  path: string;
  hits: number;
  first_seen_at: number;
  last_seen_at: number;
  /** JSON of `Referrer[]`: the pages that link to the path, most hits first. */
  referrers: string;
  /** 0 after somebody took the address off the list, until it is asked for again. */
  is_listed: number;
}

/** The redirects that visitors follow, by their old address. */
interface RedirectPathsTable {
  record_id: string;
  /** As `spellingOf` spells it. Not unique: an import may bring a second redirect. */
  old_path: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    missing_pages: MissingPagesTable;
    redirect_paths: RedirectPathsTable;
  }
}
