import { type Selectable, sql } from "kysely";
import type { MailChoice } from "#mail/team/notification-topics.ts";
import type { Migrations } from "#platform/database/migrations.ts";
import type { Side } from "../messages/order-message-tables.server.ts";
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

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    order_news: OrderNewsTable;
    mail_choices: MailChoicesTable;
  }
}

export const orderNewsMigrations: Migrations = {
  "0197-order-news": {
    async up(db) {
      await db.schema
        .createTable("order_news")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("side", "text", (column) =>
          column.notNull().check(sql`side in ('customer', 'team')`),
        )
        .addColumn("account_id", "text")
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("facts", "text", (column) => column.notNull())
        .addColumn("after_message", "bigint", (column) => column.notNull())
        .addColumn("through_message", "bigint", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex("order_news_of_order")
        .on("order_news")
        .columns(["order_id", "side"])
        .execute();
      await db.schema
        .createIndex("order_news_of_account")
        .on("order_news")
        .columns(["account_id", "side"])
        .execute();
    },
  },
  "0198-mail-choices": {
    async up(db) {
      await db.schema
        .createTable("mail_choices")
        .addColumn("account_id", "text", (column) => column.notNull())
        .addColumn("side", "text", (column) =>
          column.notNull().check(sql`side in ('customer', 'team')`),
        )
        .addColumn("choice", "text", (column) =>
          column.notNull().check(sql`choice in ('at-once', 'daily', 'never')`),
        )
        .addColumn("chosen_at", "bigint", (column) => column.notNull())
        .addPrimaryKeyConstraint("mail_choices_once", ["account_id", "side"])
        .execute();
    },
  },
};
