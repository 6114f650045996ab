import { type Kysely, type RawBuilder, sql } from "kysely";
import { deletableTriggers } from "#platform/database/append-only.ts";
import { engineOf } from "#platform/database/database.ts";
import type { Migrations } from "#platform/database/migrations.ts";
import { isOfDemonstration } from "../demonstration-mark.server.ts";
import { sumTriggersWithoutDemonstrations } from "../sales/order-sums.server.ts";

// biome-ignore lint/suspicious/noExplicitAny: a migration works on a database of any schema
type AnyDatabase = Kysely<any>;

const orderOfRow = sql`old.order_id`;
const orderOfDelivery = sql`(select order_id from order_deliveries where id = old.delivery_id)`;

/** Append-only tables that belong to orders, each with the SQL expression of its order id. */
const appendOnlyTables: readonly (readonly [table: string, orderId: RawBuilder<unknown>])[] = [
  ["payment_ledger", orderOfRow],
  ["order_events", orderOfRow],
  ["order_points", orderOfRow],
  ["order_deliveries", orderOfRow],
  ["order_delivery_points", orderOfDelivery],
  ["order_review_events", orderOfRow],
  ["order_brief_events", orderOfRow],
  ["order_question_events", orderOfRow],
];

export const demonstrationOrderMigrations: Migrations = {
  "0193-demonstration-orders": {
    async up(db) {
      await db.schema
        .alterTable("orders")
        .addColumn("is_demonstration", "bigint", (column) =>
          column.notNull().defaultTo(0).check(sql`is_demonstration in (0, 1)`),
        )
        .execute();
      await sql`create index orders_demonstration on orders (number)
        where is_demonstration = 1`.execute(db);
      for (const statement of [
        ...markStays(db),
        ...appendOnlyTables.flatMap(([table, orderId]) =>
          deletableTriggers(db, table, isOfDemonstration(orderId)),
        ),
        ...sumTriggersWithoutDemonstrations(engineOf(db)).map((text) => sql.raw(text)),
      ]) {
        await statement.execute(db);
      }
    },
  },
};

/** Without these triggers, marking an order would make its ledger deletable. */
function markStays(db: AnyDatabase): readonly RawBuilder<unknown>[] {
  const refusal = sql.lit("The mark of a demonstration order never changes.");
  const isChanged = sql`new.is_demonstration <> old.is_demonstration`;
  if (engineOf(db) === "sqlite") {
    return [
      sql`create trigger orders_mark_stays before update of is_demonstration on orders
        when ${isChanged} begin select raise(abort, ${refusal}); end`,
    ];
  }
  return [
    sql`create function refuse_change_of_mark() returns trigger language plpgsql
      as $$ begin raise exception ${refusal}; end $$`,
    sql`create trigger orders_mark_stays before update of is_demonstration on orders
      for each row when (${isChanged}) execute function refuse_change_of_mark()`,
  ];
}
