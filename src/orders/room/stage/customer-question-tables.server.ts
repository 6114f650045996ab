import { type Selectable, sql } from "kysely";
import { appendOnlyTriggers, replacementTriggers } from "#platform/database/append-only.ts";
import type { Migrations } from "#platform/database/migrations.ts";

const questionEventKinds = [
  "asked",
  /** The customer has written a message. */
  "answered",
  /** The team ended the wait, by hand or with a delivery. */
  "closed",
] as const;
export type QuestionEventKind = (typeof questionEventKinds)[number];

/** Append-only. The team waits for the customer while a question is neither answered nor closed. */
interface OrderQuestionEventsTable {
  id: string;
  order_id: string;
  /** Counts the questions of the order from 1. */
  number: number;
  kind: QuestionEventKind;
  /** Each question exists once and ends once, by a unique constraint. */
  once: "question" | "end";
  /** Number of the message that asks or answers; null for a closed question. */
  message_number: number | null;
  /** Change of the order status that closed the question; null for other events. */
  order_event_id: string | null;
  /** Email address of the person of the team, or "customer". */
  author: string;
  at: number;
}

export type QuestionEventRow = Selectable<OrderQuestionEventsTable>;

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    order_question_events: OrderQuestionEventsTable;
  }
}

export const customerQuestionMigrations: Migrations = {
  "0185-customer-questions": {
    async up(db) {
      await db.schema
        .createTable("order_question_events")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
        .addColumn("number", "bigint", (column) => column.notNull().check(sql`number > 0`))
        .addColumn("kind", "text", (column) =>
          column.notNull().check(sql`kind in ('asked', 'answered', 'closed')`),
        )
        .addColumn("once", "text", (column) => column.notNull())
        .addColumn("message_number", "bigint")
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("at", "bigint", (column) => column.notNull())
        .addUniqueConstraint("order_question_events_once", ["order_id", "number", "once"])
        .addForeignKeyConstraint(
          "order_question_events_of_message",
          ["order_id", "message_number"],
          "order_messages",
          ["order_id", "number"],
        )
        .addCheckConstraint(
          "order_question_events_once_by_kind",
          sql`once = case kind when 'asked' then 'question' else 'end' end`,
        )
        .addCheckConstraint(
          "order_question_events_have_a_message",
          sql`(kind = 'closed') = (message_number is null)`,
        )
        .execute();
      const triggers = [
        ...appendOnlyTriggers(db, "order_question_events"),
        ...replacementTriggers(
          db,
          "order_question_events",
          ["id"],
          ["rowid"],
          ["order_id", "number", "once"],
        ),
      ];
      for (const trigger of triggers) await trigger.execute(db);
    },
  },
};
