import type { Selectable } from "kysely";
import type { MailChoice, NotificationTopic } from "./notification-topics.ts";
import type { TeamEmailName } from "./team-emails.ts";

/** When a person of the team is told of a topic; no row until the person has chosen. */
interface NotificationChoicesTable {
  account_id: string;
  topic: NotificationTopic;
  choice: MailChoice;
  chosen_at: number;
}

/** A text that waits for the daily email of a person. The row is deleted with that email. */
interface DailyNoticesTable {
  id: string;
  account_id: string;
  email: TeamEmailName;
  subject: string;
  /** Lines below the subject; "" for none. */
  facts: string;
  /** Path of the page that the email would open. */
  path: string;
  /** Id of the order or message; "" for none. */
  about: string;
  created_at: number;
}

export type DailyNoticeRow = Selectable<DailyNoticesTable>;

declare module "../../platform/database/tables.ts" {
  interface Tables {
    notification_choices: NotificationChoicesTable;
    daily_notices: DailyNoticesTable;
  }
}
