import { type Generated, sql } from "kysely";
import { appendOnlyTriggers, replacementTriggers } from "../platform/database/append-only.ts";
import type { Migrations } from "../platform/database/migrations.ts";
import type { LedgerKind, OrderStatus, PaymentStatus } from "./order.ts";

export interface OrdersTable {
  id: string;
  number: number;
  account_id: string;
  customer_email: string;
  customer_name: string;
  customer_address: string;
  customer_country: string;
  customer_website: string;
  package_id: string;
  package_name: string;
  price_cents: number;
  currency: string;
  payment_status: PaymentStatus;
  order_status: OrderStatus;
  placed_at: number;
  paid_at: number | null;
  /** "2026-11-20" in the site's time zone; null until the order is dated. */
  placed_day: Generated<string | null>;
  /** Sort key of the name, from `nameKeyOf`. */
  name_key: Generated<string>;
  /** Refunds and reversals minus cancelled reversals; a trigger keeps it up to date. */
  refunded_cents: Generated<number>;
  /** Sum of its ledger; a trigger keeps it up to date. */
  net_cents: Generated<number>;
}

/** One row: the last order number, and the time zone of the dates. */
interface OrderCounterTable {
  id: number;
  last_number: number;
  time_zone: Generated<string>;
  /** Orders up to this number are dated in `time_zone`, as are all placed since. */
  dated_through: Generated<number>;
  /** Last order number at the start of the process; orders up to it are to be dated. */
  to_date_through: Generated<number>;
}

/** Append-only. `orders.payment_status` is derived from it. */
interface PaymentLedgerTable {
  id: string;
  order_id: string;
  kind: LedgerKind;
  amount_cents: number;
  currency: string;
  provider: string | null;
  transaction_id: string | null;
  parent_transaction_id: string | null;
  reference: string | null;
  notification_id: string | null;
  /** Provider, admin or customer who caused the entry. */
  author: string;
  at: number;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    orders: OrdersTable;
    order_counter: OrderCounterTable;
    payment_ledger: PaymentLedgerTable;
  }
}

export const orderMigrations: Migrations = {
  "0110-orders": {
    async up(db) {
      await db.schema
        .createTable("orders")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("number", "bigint", (column) => column.notNull().unique())
        .addColumn("account_id", "text", (column) => column.notNull())
        .addColumn("customer_email", "text", (column) => column.notNull())
        .addColumn("customer_name", "text", (column) => column.notNull())
        .addColumn("customer_address", "text", (column) => column.notNull())
        .addColumn("customer_country", "text", (column) => column.notNull())
        .addColumn("customer_website", "text", (column) => column.notNull())
        .addColumn("package_id", "text", (column) => column.notNull())
        .addColumn("package_name", "text", (column) => column.notNull())
        .addColumn("price_cents", "bigint", (column) =>
          column.notNull().check(sql`price_cents > 0`),
        )
        .addColumn("currency", "text", (column) => column.notNull().check(sql`currency = 'USD'`))
        .addColumn("payment_status", "text", (column) =>
          column
            .notNull()
            .check(sql`payment_status in ('UnPaid', 'Paid', 'Cancelled', 'Refunded')`),
        )
        .addColumn("order_status", "text", (column) =>
          column.notNull().check(sql`order_status in ('Pending', 'Delivered')`),
        )
        .addColumn("placed_at", "bigint", (column) => column.notNull())
        .addColumn("paid_at", "bigint")
        .addCheckConstraint(
          "orders_paid_have_a_time",
          sql`payment_status <> 'Paid' or paid_at is not null`,
        )
        .execute();
      await db.schema
        .createIndex("orders_of_account")
        .on("orders")
        .columns(["account_id", "number"])
        .execute();
      // Covers the queries for both totals.
      await sql`create index orders_paid on orders (account_id, price_cents)
        where payment_status = 'Paid'`.execute(db);
      await db.schema
        .createTable("order_counter")
        .addColumn("id", "integer", (column) => column.primaryKey().notNull().check(sql`id = 1`))
        .addColumn("last_number", "bigint", (column) => column.notNull())
        .execute();
      await db.insertInto("order_counter").values({ id: 1, last_number: 0 }).execute();
    },
  },
  "0111-payment-ledger": {
    async up(db) {
      await db.schema
        .createTable("payment_ledger")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("kind", "text", (column) =>
          column
            .notNull()
            .check(
              sql`kind in ('payment', 'refund', 'reversal', 'reversal-cancelled', 'cancellation')`,
            ),
        )
        .addColumn("amount_cents", "bigint", (column) => column.notNull())
        .addColumn("currency", "text", (column) => column.notNull().check(sql`currency = 'USD'`))
        .addColumn("provider", "text")
        .addColumn("transaction_id", "text")
        .addColumn("parent_transaction_id", "text")
        .addColumn("notification_id", "text", (column) =>
          column.references("payment_notifications.id"),
        )
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("at", "bigint", (column) => column.notNull())
        .addUniqueConstraint("payment_ledger_once", ["provider", "transaction_id", "kind"])
        .addCheckConstraint(
          "payment_ledger_has_a_transaction",
          sql`(kind = 'cancellation') = (provider is null)
            and (provider is null) = (transaction_id is null)`,
        )
        .addCheckConstraint(
          "payment_ledger_sign",
          sql`case kind when 'cancellation' then amount_cents = 0
            when 'payment' then amount_cents > 0
            when 'reversal-cancelled' then amount_cents > 0
            else amount_cents < 0 end`,
        )
        .execute();
      await db.schema
        .createIndex("payment_ledger_of_order")
        .on("payment_ledger")
        .column("order_id")
        .execute();
      for (const trigger of appendOnlyTriggers(db, "payment_ledger")) await trigger.execute(db);
    },
  },
  "0119-payments-in-order": {
    async up(db) {
      await sql`create index payment_ledger_payments on payment_ledger (id)
        where kind = 'payment'`.execute(db);
    },
  },
  "0125-payments-by-transaction": {
    async up(db) {
      await sql`create index payment_ledger_by_transaction on payment_ledger (transaction_id, id)
        where kind = 'payment'`.execute(db);
    },
  },
  "0129-ledger-without-replacement": {
    async up(db) {
      const triggers = [
        ...replacementTriggers(
          db,
          "payment_ledger",
          ["id"],
          ["rowid"],
          ["provider", "transaction_id", "kind"],
        ),
        ...replacementTriggers(db, "order_events", ["id"], ["rowid"]),
      ];
      for (const trigger of triggers) await trigger.execute(db);
    },
  },
};
