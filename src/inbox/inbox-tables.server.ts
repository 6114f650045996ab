import { sql } from "kysely";
import type { Migrations } from "../platform/migrations.ts";

export type MessageStatus = "UnRead" | "Read";

interface MessagesTable {
  id: string;
  name: string;
  email: string;
  number: string;
  subject: string;
  message: string;
  status: MessageStatus;
  received_at: number;
}

interface SubscribersTable {
  id: string;
  email: string;
  /** The address in lower case: one subscriber for an address, whatever its spelling. */
  email_key: string;
  subscribed_at: number;
}

declare module "../platform/tables.ts" {
  interface Tables {
    messages: MessagesTable;
    subscribers: SubscribersTable;
  }
}

export const inboxMigrations: Migrations = {
  "0080-inbox": {
    async up(db) {
      await db.schema
        .createTable("messages")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("number", "text", (column) => column.notNull())
        .addColumn("subject", "text", (column) => column.notNull())
        .addColumn("message", "text", (column) => column.notNull())
        .addColumn("status", "text", (column) => column.notNull())
        .addColumn("received_at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex("messages_by_status")
        .on("messages")
        .columns(["status", "id"])
        .execute();
      await db.schema
        .createTable("subscribers")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("email_key", "text", (column) => column.notNull().unique())
        .addColumn("subscribed_at", "bigint", (column) => column.notNull())
        .execute();
    },
  },
  "0089-messages-of-sender": {
    async up(db) {
      await sql`create index messages_of_sender on messages (lower(email), id)`.execute(db);
    },
  },
};
