import { type Kysely, sql } from "kysely";
import { bytewise } from "../platform/database/bytewise.ts";
import type { Migrations } from "../platform/database/migrations.ts";
import { searchTextOf } from "./messages/message-search.ts";

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
  /** Result of `searchTextOf`, in which searches look for words. */
  search_text: string;
  /** Null unless the message is in the trash, where it stays for 30 days. */
  deleted_at: number | null;
}

interface MessageAnswersTable {
  id: string;
  message_id: string;
  subject: string;
  text: string;
  author: string;
  sent_at: number;
}

interface SubscribersTable {
  id: string;
  email: string;
  /**
   * The address in lower case. Unique, so that an address in another spelling is the same
   * subscriber.
   */
  email_key: string;
  subscribed_at: number;
  /** Null until the subscriber confirms the address. */
  confirmed_at: number | null;
  /** Null unless an admin removed the subscriber, which can be undone for 30 days. */
  removed_at: number | null;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    messages: MessagesTable;
    message_answers: MessageAnswersTable;
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
  "0081-message-handling": {
    async up(db) {
      await db.schema
        .alterTable("messages")
        .addColumn("search_text", "text", (column) => column.notNull().defaultTo(""))
        .execute();
      await db.schema.alterTable("messages").addColumn("deleted_at", "bigint").execute();
      await fillSearchText(db);
      await db.schema.dropIndex("messages_by_status").execute();
      await sql`create index messages_kept on messages (status, id)
        where deleted_at is null`.execute(db);
      await sql`create index messages_in_order on messages (id)
        where deleted_at is null`.execute(db);
      await sql`create index messages_deleted on messages (deleted_at)
        where deleted_at is not null`.execute(db);
      await db.schema
        .createTable("message_answers")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("message_id", "text", (column) =>
          column.notNull().references("messages.id").onDelete("cascade"),
        )
        .addColumn("subject", "text", (column) => column.notNull())
        .addColumn("text", "text", (column) => column.notNull())
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("sent_at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex("message_answers_of_message")
        .on("message_answers")
        .columns(["message_id", "id"])
        .execute();
    },
  },
  "0082-subscription-state": {
    async up(db) {
      await db.schema.alterTable("subscribers").addColumn("confirmed_at", "bigint").execute();
      await db.schema.alterTable("subscribers").addColumn("removed_at", "bigint").execute();
      // Earlier versions asked for no confirmation, so earlier subscribers count as confirmed.
      await sql`update subscribers set confirmed_at = subscribed_at`.execute(db);
      await sql`create index subscribers_listed on subscribers (id)
        where removed_at is null`.execute(db);
      await sql`create index subscribers_removed on subscribers (removed_at)
        where removed_at is not null`.execute(db);
      await sql`create index subscribers_waiting on subscribers (subscribed_at)
        where confirmed_at is null`.execute(db);
    },
  },
  "0083-subscribers-listed": {
    async up(db) {
      // A covering index: paging through a long list reads only the index.
      await sql`create index subscribers_by_removal on subscribers (removed_at, id)`.execute(db);
      await db.schema.dropIndex("subscribers_listed").execute();
      await db.schema.dropIndex("subscribers_removed").execute();
    },
  },
  "0084-messages-without-their-rows": {
    async up(db) {
      // The index contains `deleted_at`, because SQLite otherwise reads each row to check the
      // condition of the index.
      await db.schema.dropIndex("messages_kept").execute();
      await sql`create index messages_kept on messages (status, deleted_at, id)
        where deleted_at is null`.execute(db);
      // An index without ids counts the messages in half the time.
      await sql`create index messages_counted on messages (status, deleted_at)
        where deleted_at is null`.execute(db);
    },
  },
  "0085-subscribers-by-address": {
    async up(db) {
      await sql`create index subscribers_by_address
        on subscribers (${bytewise(db, "email_key")}, removed_at, id)`.execute(db);
      await sql`create index subscribers_unconfirmed on subscribers (id)
        where confirmed_at is null and removed_at is null`.execute(db);
    },
  },
  "0089-messages-of-sender": {
    async up(db) {
      await sql`create index messages_of_sender on messages (lower(email), id)`.execute(db);
    },
  },
  "0281-folded-messages": { up: fillSearchText },
};

/** Reads the messages in chunks, because a whole inbox may not fit into memory. */
// biome-ignore lint/suspicious/noExplicitAny: a migration works on a schema of its own time
async function fillSearchText(db: Kysely<any>): Promise<void> {
  let last = "";
  for (;;) {
    const rows = await db
      .selectFrom("messages")
      .select(["id", "name", "email", "subject", "message", "search_text"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(500)
      .execute();
    for (const row of rows) {
      const text = searchTextOf(row as Parameters<typeof searchTextOf>[0]);
      if (text === row.search_text) continue;
      await db
        .updateTable("messages")
        .set({ search_text: text })
        .where("id", "=", row.id)
        .execute();
    }
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}
