import { type Selectable, sql } from "kysely";
import type { Migrations } from "../../platform/database/migrations.ts";

/**
 * - waiting: not confirmed; the worker sends it to the provider with the same key
 * - done: the provider accepted it; the ledger entry follows with the notification
 * - refused: the provider has not done it and will not
 */
export type RefundState = "waiting" | "done" | "refused";

/** A refund request, committed before the provider is called. */
interface RefundRequestsTable {
  /** Idempotency key, here and at the provider. */
  id: string;
  order_id: string;
  provider: string;
  /** Id of the refunded payment. */
  transaction_id: string;
  /** Reference that the provider returns with its notification. */
  attempt_id: string;
  amount_cents: number;
  currency: string;
  state: RefundState;
  attempts: number;
  /** Time of the next call of the provider in Unix milliseconds; null once no call will follow. */
  next_attempt_at: number | null;
  /** End of the lease of the process that works on it, in Unix milliseconds. */
  claimed_until: number | null;
  /** The provider's id of the refund, which identifies its ledger entry. */
  refund_transaction_id: string | null;
  /** Why it was refused or is delayed, as a sentence. */
  reason: string | null;
  requested_by: string;
  requested_at: number;
}

export type RefundRequestRow = Selectable<RefundRequestsTable>;

declare module "../../platform/database/tables.ts" {
  interface Tables {
    refund_requests: RefundRequestsTable;
  }
}

export const refundMigrations: Migrations = {
  "0120-refund-requests": {
    async up(db) {
      await db.schema
        .createTable("refund_requests")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("provider", "text", (column) => column.notNull())
        .addColumn("transaction_id", "text", (column) => column.notNull())
        .addColumn("attempt_id", "text", (column) => column.notNull())
        .addColumn("amount_cents", "bigint", (column) =>
          column.notNull().check(sql`amount_cents > 0`),
        )
        .addColumn("currency", "text", (column) => column.notNull().check(sql`currency = 'USD'`))
        .addColumn("state", "text", (column) =>
          column.notNull().check(sql`state in ('waiting', 'done', 'refused')`),
        )
        .addColumn("attempts", "integer", (column) => column.notNull())
        .addColumn("next_attempt_at", "bigint")
        .addColumn("claimed_until", "bigint")
        .addColumn("refund_transaction_id", "text")
        .addColumn("reason", "text")
        .addColumn("requested_by", "text", (column) => column.notNull())
        .addColumn("requested_at", "bigint", (column) => column.notNull())
        .addCheckConstraint(
          "refund_requests_done_have_a_transaction",
          sql`state <> 'done' or refund_transaction_id is not null`,
        )
        .execute();
      // At most one refund of a payment is in progress at a time.
      await sql`create unique index refund_requests_one_at_a_time
        on refund_requests (provider, transaction_id) where state = 'waiting'`.execute(db);
      await sql`create index refund_requests_due
        on refund_requests (next_attempt_at) where next_attempt_at is not null`.execute(db);
      await db.schema
        .createIndex("refund_requests_of_order")
        .on("refund_requests")
        .column("order_id")
        .execute();
      await db.schema
        .createIndex("refund_requests_of_refund")
        .on("refund_requests")
        .columns(["refund_transaction_id", "provider"])
        .execute();
    },
  },
  "0121-payments-outside": {
    async up(db) {
      // The owner's reference of a payment that came past every provider.
      await sql`alter table payment_ledger add column reference text
        check ((reference is not null) = (provider is not null and provider = 'outside'))`.execute(
        db,
      );
    },
  },
};
