import type { LinkPurpose } from "#policy/links.ts";

/** A link of an email that opens one thing of an order without a login. */
interface OrderLinksTable {
  id: string;
  token_hash: string;
  order_id: string;
  account_id: string;
  /** Address that got the link. The link ends when the account has another address. */
  email: string;
  purpose: LinkPurpose;
  sent_at: number;
  expires_at: number;
  /** Null until somebody has pressed the button of the link. */
  last_used_at: number | null;
}

/** A browser in which somebody has pressed the button of a link. */
interface OrderLinkVisitsTable {
  id: string;
  /** Hash of the secret in the cookie. */
  secret_hash: string;
  link_id: string;
  started_at: number;
  /** Signature of the code of the last email; "" without a code that can be used. */
  code_hash: string;
  code_expires_at: number;
  code_attempts: number;
  /** Time until which the browser is asked for no further code; 0 before the first correct code. */
  proven_until: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_links: OrderLinksTable;
    order_link_visits: OrderLinkVisitsTable;
  }
}
