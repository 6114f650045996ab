import { type Selectable, sql } from "kysely";
import type { Migrations } from "#platform/database/migrations.ts";
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

export const teamMailMigrations: Migrations = {
  "0321-notification-choices": {
    async up(db) {
      await db.schema
        .createTable("notification_choices")
        .addColumn("account_id", "text", (column) => column.notNull())
        .addColumn("topic", "text", (column) => column.notNull())
        .addColumn("choice", "text", (column) =>
          column.notNull().check(sql`choice in ('at-once', 'daily', 'never')`),
        )
        .addColumn("chosen_at", "bigint", (column) => column.notNull())
        .addPrimaryKeyConstraint("notification_choices_once", ["account_id", "topic"])
        .execute();
      // The former choice of a person of the team was about the rooms of orders only.
      for (const topic of ["messages", "deliveries", "assignments"]) {
        await sql`insert into notification_choices (account_id, topic, choice, chosen_at)
          select account_id, ${sql.lit(topic)}, choice, chosen_at
          from mail_choices where side = 'team'`.execute(db);
      }
      await sql`delete from mail_choices where side = 'team'`.execute(db);
    },
  },
  "0322-daily-notices": {
    async up(db) {
      await db.schema
        .createTable("daily_notices")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("account_id", "text", (column) => column.notNull())
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("subject", "text", (column) => column.notNull())
        .addColumn("facts", "text", (column) => column.notNull())
        .addColumn("path", "text", (column) => column.notNull())
        .addColumn("about", "text", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex("daily_notices_of_account")
        .on("daily_notices")
        .column("account_id")
        .execute();
      await db.schema
        .createIndex("daily_notices_about")
        .on("daily_notices")
        .column("about")
        .execute();
    },
  },
};
