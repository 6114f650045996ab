import type { OfferEventKind } from "./offer.ts";

/** Facts of the newest version are copies, for lists and searches. */
interface OffersTable {
  id: string;
  /** Address of the person to whom the offer goes; "" for an offer to a company. */
  email: string;
  /** `email` as `normalEmail` writes it. */
  email_key: string;
  name: string;
  /** Account of the person; null for a company and for an address without an account. */
  account_id: string | null;
  /** Company whose people may accept the offer; null for an offer to one person. */
  company_id: string | null;
  company_name: string;
  title: string;
  price_cents: number;
  /** Last day of the offer in the site's time zone, such as "2026-12-24". */
  last_day: string;
  /** End of the last day. */
  ends_at: number;
  /** Number of the newest version. */
  version: number;
  search_words: string;
  author: string;
  created_at: number;
  /** Time of the last email; null before the first. */
  sent_at: number | null;
  withdrawn_at: number | null;
  order_id: string | null;
  accepted_at: number | null;
  accepted_version: number | null;
  /** Day until which the accepted offer is to be paid. */
  pay_until: string | null;
}

/** Append-only while the offer exists. */
interface OfferVersionsTable {
  offer_id: string;
  /** Counts from 1. */
  number: number;
  /** `OfferContent` as JSON. */
  content: string;
  author: string;
  at: number;
}

interface OfferEventsTable {
  id: string;
  offer_id: string;
  kind: OfferEventKind;
  version: number;
  author: string;
  at: number;
}

/** A link to an offer. Its token is in the email, or in the hands of whoever copied the link. */
interface OfferLinksTable {
  id: string;
  token_hash: string;
  offer_id: string;
  /** Account of the person for whom the link is; null for an address without an account. */
  account_id: string | null;
  email: string;
  email_key: string;
  made_at: number;
}

/** A browser in which somebody has pressed the button of a link. */
interface OfferVisitsTable {
  id: string;
  /** Hash of the secret in the cookie. */
  secret_hash: string;
  link_id: string;
  started_at: number;
  /** The version that the browser was shown last. */
  seen_version: number;
  /** The version that it was shown before, with which the page compares the newest. */
  compared_version: number;
  /** Signature of the code of the last email; "" without a code that can be used. */
  code_hash: string;
  code_expires_at: number;
  code_attempts: number;
  /** Time until which the browser is asked for no further code; 0 before the first correct code. */
  proven_until: number;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    offers: OffersTable;
    offer_versions: OfferVersionsTable;
    offer_events: OfferEventsTable;
    offer_links: OfferLinksTable;
    offer_visits: OfferVisitsTable;
  }
}
