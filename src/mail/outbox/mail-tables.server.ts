import { sql } from "kysely";
import { engineOf } from "#platform/database/database.ts";
import type { Migrations } from "#platform/database/migrations.ts";

export type MailState = "waiting" | "sent" | "failed";

interface MailOutboxTable {
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
  attempts: number;
  created_at: number;
  next_attempt_at: number;
  /** End of the lease of the process that sends the email. */
  claimed_until: number;
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

export const mailMigrations: Migrations = {
  "0060-mail-outbox": {
    async up(db) {
      await db.schema
        .createTable("mail_outbox")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("recipient", "text", (column) => column.notNull())
        .addColumn("subject", "text", (column) => column.notNull())
        .addColumn("text_body", "text", (column) => column.notNull())
        .addColumn("html_body", "text", (column) => column.notNull())
        .addColumn("state", "text", (column) => column.notNull())
        .addColumn("attempts", "bigint", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .addColumn("next_attempt_at", "bigint", (column) => column.notNull())
        .addColumn("claimed_until", "bigint", (column) => column.notNull())
        .addColumn("sent_at", "bigint")
        .addColumn("last_error", "text")
        .execute();
      await db.schema
        .createIndex("mail_outbox_due")
        .on("mail_outbox")
        .columns(["state", "next_attempt_at"])
        .execute();
    },
  },
  "0061-mail-references": {
    async up(db) {
      for (const column of ["letter", "about", "reply_to", "unsubscribe_url"]) {
        await db.schema.alterTable("mail_outbox").addColumn(column, "text").execute();
      }
      await db.schema
        .createIndex("mail_outbox_about")
        .on("mail_outbox")
        .columns(["about", "id"])
        .execute();
    },
  },
  "0062-mail-in-the-panel": {
    async up(db) {
      await db.schema
        .createTable("mail_history")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("mail_id", "text", (column) =>
          column.notNull().references("mail_outbox.id").onDelete("cascade"),
        )
        .addColumn("event", "text", (column) => column.notNull())
        .addColumn("at", "bigint", (column) => column.notNull())
        .addColumn("note", "text", (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex("mail_history_of_mail")
        .on("mail_history")
        .columns(["mail_id", "id"])
        .execute();
      // Collation "C" compares bytes, so that a search by prefix is one range of the index in any
      // locale.
      const key = engineOf(db) === "sqlite" ? sql`text` : sql`text collate "C"`;
      await db.schema
        .alterTable("mail_outbox")
        .addColumn("recipient_key", key, (column) => column.notNull().defaultTo(""))
        .execute();
      await sql`update mail_outbox set recipient_key = lower(trim(recipient))`.execute(db);
      const listed = [["state"], ["recipient_key"], ["state", "recipient_key"]] as const;
      for (const columns of listed) {
        await db.schema
          .createIndex(`mail_outbox_by_${columns.join("_and_")}`)
          .on("mail_outbox")
          .columns([...columns, "id"])
          .execute();
      }
    },
  },
  "0063-letters-without-their-layout": {
    async up(db) {
      await db.schema.alterTable("mail_outbox").addColumn("letter_content", "text").execute();
    },
  },
  "0260-secrets-of-emails": {
    async up(db) {
      await db.schema.alterTable("mail_outbox").addColumn("secrets", "text").execute();
    },
  },
};
