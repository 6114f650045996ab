import { type Generated, type Selectable, sql } from "kysely";
import { appendOnlyTriggers, replacementTriggers } from "#platform/database/append-only.ts";
import type { Migrations } from "#platform/database/migrations.ts";
import type { BriefEventKind } from "./brief-phase.ts";

/** A row for each order whose plan had questions at the payment. Other orders have no brief. */
interface OrderBriefsTable {
  order_id: string;
  /** JSON list of the `BriefQuestion`s with which the brief began. Never changes. */
  questions: string;
  /** Number of reminders sent. */
  reminders: Generated<number>;
  /**
   * Time since which the panel lists the brief as missing, two days after the last reminder; null
   * for other briefs.
   */
  missing_since: number | null;
  /** Time of the first change of a sent brief that the team has not acknowledged; null for none. */
  changed_at: number | null;
}

interface OrderBriefAnswersTable {
  order_id: string;
  question_id: string;
  value: string;
  /** The answer that the team has seen: as sent with the brief, or as last acknowledged. */
  acknowledged: Generated<string>;
  /** Null for an answer that was taken from an earlier order or from the order's website. */
  answered_at: number | null;
}

/** Append-only. The state of a brief is derived from its events. */
interface OrderBriefEventsTable {
  id: string;
  order_id: string;
  kind: BriefEventKind;
  /**
   * A unique constraint allows each value once for an order, so a brief is either sent or skipped.
   * Null for acknowledgements, which may repeat.
   */
  once: "begin" | "end" | "work" | null;
  author: string;
  at: number;
}

export type BriefRow = Selectable<OrderBriefsTable>;
export type BriefAnswerRow = Selectable<OrderBriefAnswersTable>;
export type BriefEventRow = Selectable<OrderBriefEventsTable>;

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    order_briefs: OrderBriefsTable;
    order_brief_answers: OrderBriefAnswersTable;
    order_brief_events: OrderBriefEventsTable;
  }
}

export const briefMigrations: Migrations = {
  "0182-order-briefs": {
    async up(db) {
      await db.schema
        .createTable("order_briefs")
        .addColumn("order_id", "text", (column) =>
          column.primaryKey().notNull().references("orders.id"),
        )
        .addColumn("questions", "text", (column) => column.notNull())
        .addColumn("reminders", "bigint", (column) => column.notNull().defaultTo(0))
        .addColumn("missing_since", "bigint")
        .addColumn("changed_at", "bigint")
        .execute();
      for (const name of ["missing_since", "changed_at"]) {
        await sql`create index ${sql.ref(`order_briefs_by_${name}`)}
          on order_briefs (${sql.ref(name)}, order_id)
          where ${sql.ref(name)} is not null`.execute(db);
      }
      await db.schema
        .createTable("order_brief_answers")
        .addColumn("order_id", "text", (column) =>
          column.notNull().references("order_briefs.order_id"),
        )
        .addColumn("question_id", "text", (column) => column.notNull())
        .addColumn("value", "text", (column) => column.notNull())
        .addColumn("acknowledged", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("answered_at", "bigint")
        .addPrimaryKeyConstraint("order_brief_answers_once", ["order_id", "question_id"])
        .execute();
      await db.schema
        .createTable("order_brief_events")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_id", "text", (column) =>
          column.notNull().references("order_briefs.order_id"),
        )
        .addColumn("kind", "text", (column) =>
          column
            .notNull()
            .check(sql`kind in ('begun', 'sent', 'skipped', 'work-started', 'acknowledged')`),
        )
        .addColumn("once", "text")
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("at", "bigint", (column) => column.notNull())
        .addUniqueConstraint("order_brief_events_once", ["order_id", "once"])
        .addCheckConstraint(
          "order_brief_events_once_by_kind",
          sql`coalesce(once, '') = case kind when 'begun' then 'begin' when 'sent' then 'end'
            when 'skipped' then 'end' when 'work-started' then 'work' else '' end`,
        )
        .execute();
      await db.schema
        .createIndex("order_brief_events_of_order")
        .on("order_brief_events")
        .columns(["order_id", "id"])
        .execute();
      const triggers = [
        ...appendOnlyTriggers(db, "order_brief_events"),
        ...replacementTriggers(db, "order_brief_events", ["id"], ["rowid"], ["order_id", "once"]),
      ];
      for (const trigger of triggers) await trigger.execute(db);
    },
  },
  "0206-files-and-passwords-in-briefs": {
    async up(db) {
      for (const table of ["order_files", "order_passwords"]) {
        await db.schema.alterTable(table).addColumn("question_id", "text").execute();
      }
      await sql`create unique index order_passwords_of_question
        on order_passwords (order_id, question_id)
        where question_id is not null`.execute(db);
    },
  },
};
