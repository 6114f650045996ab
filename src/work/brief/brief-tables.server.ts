import type { Generated, Selectable } from "kysely";
import type { BriefEventKind } from "#stages/brief-phase.ts";

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

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_briefs: OrderBriefsTable;
    order_brief_answers: OrderBriefAnswersTable;
    order_brief_events: OrderBriefEventsTable;
  }
}
