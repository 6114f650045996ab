import { findRoomOrder } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { asOrder } from "#orders/order-store.server.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRightInEveryRoom } from "#policy/rights.ts";
import type { Stage } from "#stages/delivery-stage.ts";
import { type BriefQuestion, isAsked } from "./brief-questions.ts";
import {
  answerVersion,
  askedQuestions,
  briefVersion,
  changedAnswers,
  closedBecause,
  eventOf,
  isAnswered,
  passwordVersion,
  readBrief,
  type StoredBrief,
} from "./brief-record.server.ts";

export interface AnsweredQuestion extends BriefQuestion {
  /** "" without an answer. Several choices are one text with a line for each choice. */
  readonly answer: string;
  /** The files that answer the question, the oldest first. */
  readonly files: readonly { readonly id: string; readonly name: string }[];
  /** Whether a password was given for this question. */
  readonly isPasswordGiven: boolean;
  /** Version of the password, which a form names to replace it; "" without a password. */
  readonly passwordVersion: string;
  /** Version of the answer, which a form names to change it; "" without an answer. */
  readonly version: string;
  /** False while the answer to an earlier question does not meet the condition of this question. */
  readonly isAsked: boolean;
  /** The answer that the team has seen, if the customer has changed it since; otherwise null. */
  readonly before: string | null;
}

export interface OrderBrief {
  readonly stage: Stage;
  readonly questions: readonly AnsweredQuestion[];
  /** Number of questions that the customer is asked. */
  readonly asked: number;
  /** Number of asked questions that have an answer. */
  readonly answered: number;
  /** True until the customer has saved the first answer of this order. */
  readonly isUntouched: boolean;
  /** Number of changes since the brief was sent that the team has not acknowledged. */
  readonly changes: number;
  readonly sentAt: number | null;
  readonly skippedAt: number | null;
  readonly workStartedAt: number | null;
  /** Why the customer cannot change the answers; null while they can be changed. */
  readonly closedBecause: string | null;
  /** Version of all answers, which the team names to acknowledge the changes. */
  readonly version: string;
}

/**
 * The brief of an order, for its customer and for the team; null for an order without a brief.
 * Throws "unauthenticated" and, for other customers, "not-found".
 */
export async function orderBrief(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<OrderBrief | null> {
  const order = await findRoomOrder(database.read, actor, orderId);
  const brief = await readBrief(database.read, order);
  return brief === undefined ? null : shownBrief(order, brief);
}

export function shownBrief(order: Order, brief: StoredBrief): OrderBrief {
  const { questions, answers, events } = brief;
  const changed = new Map(changedAnswers(brief).map((row) => [row.question_id, row.acknowledged]));
  const asked = askedQuestions(questions, answers);
  const answerOf = ({ id }: BriefQuestion) => answers.get(id) ?? "";
  return {
    stage: brief.stage,
    questions: questions.map((question) => ({
      ...question,
      answer: answerOf(question),
      version: answerVersion(answerOf(question)),
      files: (brief.files.get(question.id) ?? []).map(({ id, name }) => ({ id, name })),
      isPasswordGiven: brief.passwords.has(question.id),
      passwordVersion: passwordVersion(brief.passwords.get(question.id)),
      isAsked: isAsked(question, questions, answers),
      before: changed.get(question.id) ?? null,
    })),
    asked: asked.length,
    answered: asked.filter((question) => isAnswered(brief, question)).length,
    isUntouched: [...brief.rows.values()].every(({ answered_at }) => answered_at === null),
    changes: changed.size,
    sentAt: eventOf(events, "sent")?.at ?? null,
    skippedAt: eventOf(events, "skipped")?.at ?? null,
    workStartedAt: eventOf(events, "work-started")?.at ?? null,
    closedBecause: closedBecause(order, brief),
    version: briefVersion(brief),
  };
}

export interface BriefTask {
  readonly order: Order;
  readonly since: number;
}

/**
 * Paid orders whose brief is still missing after the last reminder, and orders whose customer has
 * changed answers, the oldest first. Throws "forbidden".
 */
export async function listBriefTasks(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  limit: number,
): Promise<{ readonly missing: readonly BriefTask[]; readonly changed: readonly BriefTask[] }> {
  requireRightInEveryRoom(actor, "handle briefs");
  return {
    missing: await waitingOrders(read, "missing_since", limit),
    changed: await waitingOrders(read, "changed_at", limit),
  };
}

async function waitingOrders(
  read: Queries,
  column: "missing_since" | "changed_at",
  limit: number,
): Promise<readonly BriefTask[]> {
  const rows = await read
    .selectFrom("order_briefs as brief")
    .innerJoin("orders", "orders.id", "brief.order_id")
    .selectAll("orders")
    .select(`brief.${column} as since`)
    .where(`brief.${column}`, "is not", null)
    .where("orders.payment_status", "=", "Paid")
    .where("orders.order_status", "=", "Pending")
    // An order that was delivered without its brief no longer waits for it.
    .$if(column === "missing_since", (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("order_review_events")
              .select("order_review_events.id")
              .whereRef("order_review_events.order_id", "=", "orders.id"),
          ),
        ),
      ),
    )
    .orderBy(`brief.${column}`)
    .orderBy("brief.order_id")
    .limit(limit)
    .execute();
  return rows.map(({ since, ...row }) => ({ order: asOrder(row), since: since ?? 0 }));
}
