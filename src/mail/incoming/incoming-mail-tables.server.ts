import type { Generated, Selectable } from "kysely";

export type IncomingMailState = "added" | "waiting" | "dropped" | "dismissed";

interface IncomingMailsTable {
  id: string;
  /**
   * SHA-256 of the Message-ID, or of the whole email if it has no Message-ID. Unique, so that an
   * email has an effect only once.
   */
  mail_key: string;
  /**
   * SHA-256 of the whole email. Distinguishes another email with the same Message-ID from the same
   * email that is read again.
   */
  content_hash: string;
  /** Number of emails with the same Message-ID but different bytes; these emails were not used. */
  repeats: Generated<number>;
  received_at: number;
  /** Address of the sender, or the From headers as they are if they do not name one sender. */
  sender: string;
  /** The address of the sender in lower case; "" unless the email names exactly one sender. */
  sender_key: string;
  subject: string;
  /** The text before quotes were cut off; "" for an email that belongs to no order. */
  original: string;
  /** The text for the conversation. */
  text: string;
  attachments: number;
  state: IncomingMailState;
  /**
   * Key of `dropReasons` or of `waitReasons`; null for an email that was added at once. An email
   * that waited keeps its reason after the decision.
   */
  reason: string | null;
  order_id: string | null;
  /** Side of the conversation that got the reply address to which the email was sent. */
  side: "customer" | "team" | null;
  /** Id of the message in the conversation; null without one. */
  order_message_id: string | null;
  decided_at: number | null;
  /** Email address of the admin who decided about a waiting email. */
  decided_by: string | null;
}

/** Has one row, which tells the Status screen of every process whether the mailbox can be read. */
interface IncomingMailboxTable {
  id: "mailbox";
  checked_at: number | null;
  /** Time of the first failure in a row; null while the mailbox can be read. */
  failing_since: number | null;
  failure: string | null;
}

export type IncomingMailRow = Selectable<IncomingMailsTable>;

declare module "../../platform/database/tables.ts" {
  interface Tables {
    incoming_mails: IncomingMailsTable;
    incoming_mailbox: IncomingMailboxTable;
  }
}
