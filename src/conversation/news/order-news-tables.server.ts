import type { Selectable } from "kysely";
import type { MailChoice } from "#mail/team/notification-topics.ts";
import type { Side } from "../order-message-tables.server.ts";
import type { NewsEmail } from "./news-emails.ts";

/** An event of an order that waits for an email. The row is deleted when the email is queued. */
interface OrderNewsTable {
  id: string;
  order_id: string;
  /** The side that gets the email. */
  side: Side;
  /**
   * Account that gets the news with its daily email; null for news that is not yet distributed to
   * the people of the side.
   */
  account_id: string | null;
  /** Email template of the news. */
  email: NewsEmail;
  /** JSON of the facts below the text: pairs of label and value. */
  facts: string;
  /**
   * For news about messages, the messages after `after_message` up to `through_message`; else 0.
   */
  after_message: number;
  through_message: number;
  /** Earliest time of an email: the time from which the event can no longer be undone. */
  created_at: number;
}

export type OrderNewsRow = Selectable<OrderNewsTable>;

/**
 * When a customer gets emails about order rooms. The side is always "customer": the choices of the
 * team are in `notification_choices`.
 */
interface MailChoicesTable {
  account_id: string;
  side: Side;
  choice: MailChoice;
  chosen_at: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_news: OrderNewsTable;
    mail_choices: MailChoicesTable;
  }
}
