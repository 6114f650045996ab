import type { LeaseColumns } from "#platform/leases.ts";

export type MailState = "waiting" | "sent" | "failed";

interface MailOutboxTable extends LeaseColumns {
  id: string;
  recipient: string;
  /** The address in lower case, for searches by prefix. */
  recipient_key: string;
  subject: string;
  text_body: string;
  /** "" when `letter_content` holds the content. */
  html_body: string;
  /** JSON of an `EmailContent`, without the layout; null when `html_body` holds the HTML. */
  letter_content: string | null;
  state: MailState;
  created_at: number;
  sent_at: number | null;
  last_error: string | null;
  /** Name of the email template; null for an email that a person wrote. */
  letter: string | null;
  /** Id of the order, message or account that the email is about. */
  about: string | null;
  reply_to: string | null;
  unsubscribe_url: string | null;
  /**
   * Message-ID, without angle brackets, that stands for the thread of the email; null outside a
   * thread.
   */
  thread: string | null;
  /**
   * JSON of the tokens and codes in the text; null for an email that was queued before Furrow
   * stored them.
   */
  secrets: string | null;
  /** JSON of the ids of private files, which never change; null for an email without any. */
  attachments: string | null;
}

export type MailEvent = "sent" | "failed" | "given up" | "sent again";

interface MailHistoryTable {
  id: string;
  mail_id: string;
  event: MailEvent;
  at: number;
  /**
   * The reason for "failed" and "given up", the admin's address for "sent again", and "" for
   * "sent".
   */
  note: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    mail_outbox: MailOutboxTable;
    mail_history: MailHistoryTable;
  }
}
