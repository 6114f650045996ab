import { type Kysely, type Selectable, sql } from "kysely";
import { appendOnlyTriggers, replacementTriggers } from "#platform/database/append-only.ts";
import { engineOf } from "#platform/database/database.ts";
import type { Migrations } from "#platform/database/migrations.ts";

/** The points that the plan promised when the order was placed. Append-only. */
interface OrderPointsTable {
  order_id: string;
  /** Counts from 1. */
  position: number;
  point: string;
}

/** Append-only. A delivery without text and points was made by setting the order status. */
interface OrderDeliveriesTable {
  id: string;
  order_id: string;
  /** Counts from 1 within the order. */
  number: number;
  text: string;
  author: string;
  /** From this time on, the delivery is accepted without an answer. */
  review_until: number;
  at: number;
}

const proofKinds = ["link", "number", "text", "file"] as const;
/** "follows": the point is not delivered yet; the value says when or why. */
const deliveredKinds = [...proofKinds, "follows"] as const;
export type DeliveredKind = (typeof deliveredKinds)[number];
/**
 * "check": a fixed finding of the website. Stored as a text, with its evidence in
 * `order_delivery_checks`.
 */
export const shownKinds = [...deliveredKinds, "check"] as const;
export type ShownKind = (typeof shownKinds)[number];

/** Append-only. */
interface OrderDeliveryPointsTable {
  delivery_id: string;
  position: number;
  /** Copy of the promised point. */
  point: string;
  kind: DeliveredKind;
  value: string;
  /** Unit of a number; "" for other kinds. */
  unit: string;
  /** The file, whose name is the value; null for other kinds. The file can be removed later. */
  file_id: string | null;
}

/** Fixed findings of the website, for points whose proof is a check. Append-only. */
interface OrderDeliveryChecksTable {
  delivery_id: string;
  position: number;
  /** Id of the check, such as "title-missing". */
  check_name: string;
  /** JSON list of the fixed pages, by their paths. */
  pages: string;
  website: string;
  /** When the website was checked before and after the work. */
  before_at: number;
  after_at: number;
}

export type DeliveryRow = Selectable<OrderDeliveriesTable>;
export type DeliveryPointRow = Selectable<OrderDeliveryPointsTable>;
export type DeliveryCheckRow = Selectable<OrderDeliveryChecksTable>;

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    order_points: OrderPointsTable;
    order_deliveries: OrderDeliveriesTable;
    order_delivery_points: OrderDeliveryPointsTable;
    order_delivery_checks: OrderDeliveryChecksTable;
  }
}

export const deliveryMigrations: Migrations = {
  "0181-order-deliveries": {
    async up(db) {
      await db.schema
        .createTable("order_points")
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("position", "bigint", (column) => column.notNull())
        .addColumn("point", "text", (column) => column.notNull())
        .addPrimaryKeyConstraint("order_points_of_order", ["order_id", "position"])
        .execute();
      await db.schema
        .createTable("order_deliveries")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("number", "bigint", (column) => column.notNull().check(sql`number > 0`))
        .addColumn("text", "text", (column) => column.notNull())
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("review_until", "bigint", (column) => column.notNull())
        .addColumn("at", "bigint", (column) => column.notNull())
        .addUniqueConstraint("order_deliveries_once", ["order_id", "number"])
        .execute();
      await db.schema
        .createTable("order_delivery_points")
        .addColumn("delivery_id", "text", (column) =>
          column.notNull().references("order_deliveries.id"),
        )
        .addColumn("position", "bigint", (column) => column.notNull())
        .addColumn("point", "text", (column) => column.notNull())
        .addColumn("kind", "text", (column) =>
          column.notNull().check(sql`kind in ('link', 'number', 'text', 'follows')`),
        )
        .addColumn("value", "text", (column) => column.notNull().check(sql`value <> ''`))
        .addColumn("unit", "text", (column) => column.notNull())
        .addPrimaryKeyConstraint("order_delivery_points_of_delivery", ["delivery_id", "position"])
        .addCheckConstraint("order_delivery_points_unit", sql`(kind = 'number') = (unit <> '')`)
        .execute();
      await db.schema
        .createTable("order_review_events")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("kind", "text", (column) =>
          column
            .notNull()
            .check(sql`kind in ('delivered', 'accepted', 'changes-asked', 'reopened', 'restored')`),
        )
        .addColumn("number", "bigint", (column) => column.notNull())
        .addColumn("once", "text")
        .addColumn("way", "text", (column) => column.check(sql`way in ('by-hand', 'by-time')`))
        .addColumn("text", "text")
        .addColumn("positions", "text")
        .addColumn("order_event_id", "text", (column) => column.references("order_events.id"))
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("at", "bigint", (column) => column.notNull())
        .addUniqueConstraint("order_review_events_once", ["order_id", "number", "once"])
        .addForeignKeyConstraint(
          "order_review_events_of_delivery",
          ["order_id", "number"],
          "order_deliveries",
          ["order_id", "number"],
        )
        .addCheckConstraint(
          "order_review_events_once_by_kind",
          sql`coalesce(once, '') = case kind when 'delivered' then 'delivery'
            when 'accepted' then 'answer' when 'changes-asked' then 'answer' else '' end`,
        )
        .addCheckConstraint(
          "order_review_events_have_a_content",
          sql`(kind = 'accepted') = (way is not null)
            and (kind = 'changes-asked') = (text is not null)
            and (text is null) = (positions is null)`,
        )
        .execute();
      await db.schema
        .createIndex("order_review_events_of_order")
        .on("order_review_events")
        .columns(["order_id", "id"])
        .execute();
      const triggers = [
        ...appendOnlyTriggers(db, "order_points"),
        ...replacementTriggers(db, "order_points", ["rowid"], ["order_id", "position"]),
        ...appendOnlyTriggers(db, "order_deliveries"),
        ...replacementTriggers(db, "order_deliveries", ["id"], ["rowid"], ["order_id", "number"]),
        ...appendOnlyTriggers(db, "order_delivery_points"),
        ...replacementTriggers(db, "order_delivery_points", ["rowid"], ["delivery_id", "position"]),
        ...appendOnlyTriggers(db, "order_review_events"),
        ...replacementTriggers(
          db,
          "order_review_events",
          ["id"],
          ["rowid"],
          ["order_id", "number", "once"],
        ),
      ];
      for (const trigger of triggers) await trigger.execute(db);
    },
  },
  "0191-reopening-by-the-customer": {
    async up(db) {
      await allowReopeningByTheCustomer(db);
      // `listReopenedOrders` reads this index, too.
      await sql`create unique index order_review_events_reopened_once
        on order_review_events (kind, order_id) where kind = 'reopened-by-customer'`.execute(db);
    },
  },
  "0234-proofs-by-check": {
    async up(db) {
      await db.schema
        .createTable("order_delivery_checks")
        .addColumn("delivery_id", "text", (column) =>
          column.notNull().references("order_deliveries.id"),
        )
        .addColumn("position", "bigint", (column) => column.notNull())
        .addColumn("check_name", "text", (column) => column.notNull())
        .addColumn("pages", "text", (column) => column.notNull())
        .addColumn("website", "text", (column) => column.notNull())
        .addColumn("before_at", "bigint", (column) => column.notNull())
        .addColumn("after_at", "bigint", (column) => column.notNull())
        .addPrimaryKeyConstraint("order_delivery_checks_of_delivery", ["delivery_id", "position"])
        .execute();
      const triggers = [
        ...appendOnlyTriggers(db, "order_delivery_checks"),
        ...replacementTriggers(db, "order_delivery_checks", ["rowid"], ["delivery_id", "position"]),
      ];
      for (const trigger of triggers) await trigger.execute(db);
    },
  },
  "0247-people-who-answered-deliveries": {
    async up(db) {
      await db.schema.alterTable("order_review_events").addColumn("account_id", "text").execute();
    },
  },
};

const kindsOfEvents = sql`kind in ('delivered', 'accepted', 'changes-asked', 'reopened',
  'restored', 'reopened-by-customer')`;
const contentByKind = sql`(kind = 'accepted') = (way is not null)
  and (kind in ('changes-asked', 'reopened-by-customer')) = (text is not null)
  and (kind = 'changes-asked') = (positions is not null)`;

// biome-ignore lint/suspicious/noExplicitAny: migrations work on a database of any schema
async function allowReopeningByTheCustomer(db: Kysely<any>): Promise<void> {
  if (engineOf(db) === "postgres") {
    await sql`alter table order_review_events
      drop constraint order_review_events_kind_check,
      drop constraint order_review_events_have_a_content,
      add constraint order_review_events_kind_check check (${kindsOfEvents}),
      add constraint order_review_events_have_a_content check (${contentByKind})`.execute(db);
    return;
  }
  // SQLite cannot change the check of a column, so the table is copied.
  await sql`alter table order_review_events rename to former_review_events`.execute(db);
  await db.schema
    .createTable("order_review_events")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
    .addColumn("kind", "text", (column) => column.notNull().check(kindsOfEvents))
    .addColumn("number", "bigint", (column) => column.notNull())
    .addColumn("once", "text")
    .addColumn("way", "text", (column) => column.check(sql`way in ('by-hand', 'by-time')`))
    .addColumn("text", "text")
    .addColumn("positions", "text")
    .addColumn("order_event_id", "text", (column) => column.references("order_events.id"))
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("order_review_events_once", ["order_id", "number", "once"])
    .addForeignKeyConstraint(
      "order_review_events_of_delivery",
      ["order_id", "number"],
      "order_deliveries",
      ["order_id", "number"],
    )
    .addCheckConstraint(
      "order_review_events_once_by_kind",
      sql`coalesce(once, '') = case kind when 'delivered' then 'delivery'
        when 'accepted' then 'answer' when 'changes-asked' then 'answer' else '' end`,
    )
    .addCheckConstraint("order_review_events_have_a_content", contentByKind)
    .execute();
  const columns = sql`id, order_id, kind, number, once, way, text, positions, order_event_id,
    author, at`;
  await sql`insert into order_review_events (${columns})
    select ${columns} from former_review_events`.execute(db);
  await sql`drop table former_review_events`.execute(db);
  await db.schema
    .createIndex("order_review_events_of_order")
    .on("order_review_events")
    .columns(["order_id", "id"])
    .execute();
  const triggers = [
    ...appendOnlyTriggers(db, "order_review_events"),
    ...replacementTriggers(
      db,
      "order_review_events",
      ["id"],
      ["rowid"],
      ["order_id", "number", "once"],
    ),
    // Without this trigger, "insert or replace" would overwrite the first reopening.
    sql`create trigger order_review_events_reopened_once_only before insert on order_review_events
      when new.kind = 'reopened-by-customer' and exists (select 1 from order_review_events
        where kind = 'reopened-by-customer' and order_id = new.order_id)
      begin select raise(abort, 'Rows of order_review_events are only ever added.'); end`,
  ];
  for (const trigger of triggers) await trigger.execute(db);
}
