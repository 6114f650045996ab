import type { Selectable } from "kysely";

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

declare module "../platform/database/tables.ts" {
  interface Tables {
    order_question_events: OrderQuestionEventsTable;
  }
}
