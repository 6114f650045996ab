import { sql } from "kysely";
import type { Migrations } from "../platform/migrations.ts";

export type MailState = "waiting" | "sent" | "failed";

interface MailOutboxTable {
  id: string;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  state: MailState;
  attempts: number;
  created_at: number;
  /** Earliest time of the next attempt. */
  next_attempt_at: number;
  /** Until when the process that took the mail has it for itself. */
  claimed_until: number;
  sent_at: number | null;
  last_error: string | null;
  /** The letter's name; null for a mail that a person wrote. */
  letter: string | null;
  /** The id of what it tells of. */
  about: string | null;
  reply_to: string | null;
  unsubscribe_url: string | null;
}

declare module "../platform/tables.ts" {
  interface Tables {
    mail_outbox: MailOutboxTable;
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
  "0069-mail-of-recipient": {
    async up(db) {
      await sql`create index mail_outbox_of_recipient on mail_outbox (lower(recipient), id)`.execute(
        db,
      );
    },
  },
};
