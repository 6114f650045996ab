import { type Selectable, sql } from "kysely";
import type { Migrations } from "../../platform/database/migrations.ts";

/**
 * - waiting: not known to have been done; whoever finds it asks the provider, with the same key
 * - done: the provider has taken it; the ledger learns of it like of any other news of money
 * - refused: the provider has not done it and will not
 */
export type RefundState = "waiting" | "done" | "refused";

/** A refund that somebody asked for. Committed before the provider is asked. */
interface RefundRequestsTable {
  /** The idempotency key: here and at the provider one key is one refund. */
  id: string;
  order_id: string;
  provider: string;
  /** The payment that it is of. */
  transaction_id: string;
  /** What the provider is to pass back with its message. */
  attempt_id: string;
  amount_cents: number;
  currency: string;
  state: RefundState;
  attempts: number;
  /** When to ask the provider (again); null once nothing more is asked. */
  next_attempt_at: number | null;
  /** Until when one process has it in hand. */
  claimed_until: number | null;
  /** What the provider calls the refund, by which its entry in the ledger is known. */
  refund_transaction_id: string | null;
  /** Why it was refused, or what stands in the way, as a sentence. */
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
      // Of one payment, one refund is under way at a time, whoever asks.
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
      // What the owner knows a payment by that came past every provider.
      await sql`alter table payment_ledger add column reference text
        check ((reference is not null) = (provider is not null and provider = 'outside'))`.execute(
        db,
      );
    },
  },
};
