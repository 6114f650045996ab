import { type Generated, sql } from "kysely";
import { engineOf } from "../platform/database/database.ts";
import type { Migrations } from "../platform/database/migrations.ts";
import type {
  NotificationSource,
  NotificationState,
  Resolution,
  SettlementOutcome,
} from "./notifications/verified-notification.ts";

export interface PaymentAttemptsTable {
  id: string;
  order_reference: string;
  provider: string;
  amount_cents: number;
  currency: string;
  receiver: string;
  reference: string | null;
  created_at: number;
  /** Time of the customer's first return from the provider; null before a return. */
  returned_at: Generated<number | null>;
}

export interface PaymentNotificationsTable {
  id: string;
  provider: string;
  received_at: number;
  content_type: string;
  source: NotificationSource;
  /** JSON of the headers that the provider needs for verification. */
  headers: string;
  /** Body as it arrived, because the provider verifies exact bytes. */
  raw: Uint8Array;
  state: NotificationState;
  verify_attempts: number;
  /** Time of the next verification; null when no verification follows. */
  next_attempt_at: number | null;
  /** End of the lease of the process that verifies the notification. */
  claimed_until: number | null;
  verified_at: number | null;
  transaction_id: string | null;
  payment_status: string | null;
  /** Attempt id in the notification; `expected` says whether the attempt exists. */
  attempt_id: string | null;
  order_reference: string | null;
  /**
   * 1 when `attempt_id` named an existing attempt on arrival, otherwise 0. Workers first verify
   * notifications with the value 1.
   */
  expected: number;
  /** Number of notifications of the same attempt that waited when this notification arrived. */
  turn: Generated<number>;
  outcome: SettlementOutcome | null;
  outcome_reason: string | null;
  /**
   * Id of the transaction that must arrive before a worker can apply this notification; null when
   * the notification waits for no transaction.
   */
  waits_for: Generated<string | null>;
  /** Decision of an admin; null while the review is open. */
  resolution: Generated<Resolution | null>;
  resolved_at: Generated<number | null>;
  resolved_by: Generated<string | null>;
  resolution_note: Generated<string | null>;
}

/** Orders of the sandbox's REST protocol. */
interface SandboxOrdersTable {
  id: string;
  created_at: number;
  capture_id: string | null;
  /** JSON of a `SandboxOrder`. */
  document: string;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    sandbox_orders: SandboxOrdersTable;
    payment_attempts: PaymentAttemptsTable;
    payment_notifications: PaymentNotificationsTable;
  }
}

export const paymentMigrations: Migrations = {
  "0100-payment-attempts": {
    async up(db) {
      await db.schema
        .createTable("payment_attempts")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_reference", "text", (column) => column.notNull())
        .addColumn("provider", "text", (column) => column.notNull())
        .addColumn("amount_cents", "bigint", (column) =>
          column.notNull().check(sql`amount_cents > 0`),
        )
        .addColumn("currency", "text", (column) => column.notNull())
        .addColumn("receiver", "text", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex("payment_attempts_of_order")
        .on("payment_attempts")
        .column("order_reference")
        .execute();
    },
  },
  "0101-payment-notifications": {
    async up(db) {
      await db.schema
        .createTable("payment_notifications")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("provider", "text", (column) => column.notNull())
        .addColumn("received_at", "bigint", (column) => column.notNull())
        .addColumn("content_type", "text", (column) => column.notNull())
        .addColumn("raw", engineOf(db) === "postgres" ? sql`bytea` : sql`blob`, (column) =>
          column.notNull(),
        )
        .addColumn("state", "text", (column) =>
          column
            .notNull()
            .check(
              sql`state in ('received', 'verified', 'duplicate', 'invalid', 'ignored', 'unanswered')`,
            ),
        )
        .addColumn("verify_attempts", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("next_attempt_at", "bigint")
        .addColumn("claimed_until", "bigint")
        .addColumn("verified_at", "bigint")
        .addColumn("transaction_id", "text")
        .addColumn("payment_status", "text")
        .addColumn("attempt_id", "text")
        .addColumn("order_reference", "text")
        .addColumn("expected", "integer", (column) =>
          column.notNull().check(sql`expected in (0, 1)`),
        )
        .addColumn("outcome", "text", (column) =>
          column.check(sql`outcome in ('applied', 'no-effect', 'review')`),
        )
        .addColumn("outcome_reason", "text")
        .execute();
      // Only verified notifications are unique; otherwise a forgery with the same transaction id
      // would block the genuine notification.
      await db.schema
        .createIndex("payment_notifications_once")
        .unique()
        .on("payment_notifications")
        .columns(["provider", "transaction_id", "payment_status"])
        .where(sql.ref("state"), "=", sql.lit("verified"))
        .execute();
      await sql`create index payment_notifications_due
        on payment_notifications (expected desc, next_attempt_at) where next_attempt_at is not null`.execute(
        db,
      );
      await sql`create index payment_notifications_without_effect
        on payment_notifications (received_at)
        where state in ('invalid', 'duplicate', 'ignored')`.execute(db);
      await db.schema
        .createIndex("payment_notifications_of_attempt")
        .on("payment_notifications")
        .column("attempt_id")
        .execute();
    },
  },
  "0102-provider-answers": {
    async up(db) {
      await db.schema.alterTable("payment_attempts").addColumn("reference", "text").execute();
      await db.schema
        .alterTable("payment_notifications")
        .addColumn("source", "text", (column) =>
          column
            .notNull()
            .defaultTo("provider")
            .check(sql`source in ('provider', 'answer', 'return')`),
        )
        .execute();
      await db.schema
        .alterTable("payment_notifications")
        .addColumn("headers", "text", (column) => column.notNull().defaultTo("{}"))
        .execute();
    },
  },
  "0103-sandbox-orders": {
    async up(db) {
      await db.schema
        .createTable("sandbox_orders")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .addColumn("capture_id", "text")
        .addColumn("document", "text", (column) => column.notNull())
        .execute();
      for (const column of ["created_at", "capture_id"] as const) {
        await db.schema
          .createIndex(`sandbox_orders_by_${column}`)
          .on("sandbox_orders")
          .column(column)
          .execute();
      }
    },
  },
  "0104-reviews": {
    async up(db) {
      const add = (name: string, type: "text" | "bigint") =>
        db.schema.alterTable("payment_notifications").addColumn(name, type).execute();
      await add("waits_for", "text");
      await db.schema
        .alterTable("payment_notifications")
        .addColumn("resolution", "text", (column) =>
          column.check(
            sql`resolution in ('accepted', 'linked', 'refunded', 'dismissed', 'asked-again')`,
          ),
        )
        .execute();
      await add("resolved_at", "bigint");
      await add("resolved_by", "text");
      await add("resolution_note", "text");
      await sql`create index payment_notifications_open_reviews on payment_notifications (id)
        where outcome = 'review' and resolution is null`.execute(db);
      await sql`create index payment_notifications_waiting
        on payment_notifications (provider, waits_for) where waits_for is not null`.execute(db);
    },
  },
  "0114-payment-notifications-of-order": {
    async up(db) {
      await db.schema
        .createIndex("payment_notifications_of_order")
        .on("payment_notifications")
        .column("order_reference")
        .execute();
    },
  },
  "0146-payment-notifications-in-turn": {
    async up(db) {
      await db.schema
        .alterTable("payment_notifications")
        .addColumn("turn", "integer", (column) => column.notNull().defaultTo(0))
        .execute();
      // The index covers every column that the queue's query reads, because a row also holds the
      // raw body and is slow to read.
      await sql`create index payment_notifications_in_turn on payment_notifications
        (expected desc, verify_attempts, turn, next_attempt_at, provider, claimed_until)
        where next_attempt_at is not null`.execute(db);
      await sql`create index payment_notifications_waiting_of_attempt on payment_notifications
        (attempt_id, expected) where next_attempt_at is not null`.execute(db);
    },
  },
  "0150-returned-customers": {
    async up(db) {
      await db.schema.alterTable("payment_attempts").addColumn("returned_at", "bigint").execute();
    },
  },
};
