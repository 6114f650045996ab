interface ContentRecordsTable {
  id: string;
  block: string;
  /** Sorts the records of a block; positions may have gaps. */
  position: number;
  /** Position after the next publication; null if publishing does not move the record. */
  draft_position: number | null;
  /** JSON object from field names to published texts; "{}" before the first publication. */
  field_values: string;
  /** Counts changes from 1, including drafts and moves. */
  revision: number;
  created_at: number;
  /** Time of the last change of the published values. Moving and deleting do not count. */
  updated_at: number;
  author: string;
  /**
   * Block name for the record of a singleton; null for other records and in the trash. The unique
   * constraint prevents a second record of a singleton.
   */
  singleton_key: string | null;
  deleted_at: number | null;
  /** Time of the first publication; null for an unpublished record. */
  published_at: number | null;
  /** JSON of `DraftTexts`. */
  draft_values: string | null;
  draft_author: string | null;
  draft_at: number | null;
}

export type ContentAction =
  | "created"
  | "updated"
  | "drafted"
  | "published"
  | "withdrawn"
  | "discarded"
  | "restored"
  | "duplicated"
  | "moved"
  | "moved-in-draft"
  | "deleted"
  | "undeleted"
  | "imported"
  /** The farm's words of the demonstration content became the plain ones, or the other way round. */
  | "made-plain"
  | "made-farm";

interface ContentHistoryTable {
  id: string;
  record_id: string;
  block: string;
  revision: number;
  action: ContentAction;
  field_values: string;
  draft_values: string | null;
  author: string;
  at: number;
  /** Position that the record got when it was added; null for every later change. */
  position: number | null;
}

/** Order of a block's records after each change of the order; see `places.server.ts`. */
interface ContentPlacesTable {
  block: string;
  /** Counts the changes of the block's order from 1. */
  number: number;
  at: number;
  /** JSON object from the ids of all records of the block, also in the trash, to their positions. */
  positions: string;
}

interface FirstStepsTable {
  step: string;
  ticked_by: string;
  ticked_at: number;
}

/**
 * A page or an article that is not in the trash, with what lists and links show of it; `site-pages.server.ts`
 * writes the row with every write of the record.
 */
interface SitePagesTable {
  record_id: string;
  block: string;
  /** Where visitors find the page, in the spelling of `spellingOf`; null before the publication. */
  address: string | null;
  /**
   * The address that the published record names. It becomes `address` at the end of the transaction,
   * so that two pages can exchange their addresses.
   */
  wanted_address: string | null;
  /** The address after the next publication, in the spelling of `spellingOf`; null for none. */
  draft_address: string | null;
  /** The address as the owner wrote it, for links; "" before the publication. */
  path: string;
  /** The title and the other texts are of the draft while the record is unpublished. */
  title: string;
  summary: string;
  picture: string;
  author: string;
  /** "YYYY-MM-DD"; in UTC for an article whose author named no day. */
  day: string;
  /** 1 if search engines leave the page out, otherwise 0. */
  no_index: number;
  /** Time that reading takes. */
  minutes: number;
  /** Time of the first publication; null for an unpublished record. */
  published_at: number | null;
  updated_at: number;
}

/** Topics of published articles. */
interface SitePageTopicsTable {
  record_id: string;
  topic: string;
  slug: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    content_records: ContentRecordsTable;
    content_history: ContentHistoryTable;
    content_places: ContentPlacesTable;
    first_steps: FirstStepsTable;
    site_pages: SitePagesTable;
    site_page_topics: SitePageTopicsTable;
  }
}
