import type { Queries, WriteTransaction } from "../platform/database/database.ts";
import { newId } from "../platform/ids.ts";
import type { QuestionEventRow } from "./customer-question-tables.server.ts";
import { openQuestions } from "./order-stage.ts";

/** Oldest first. */
export async function questionEventsOf(
  queries: Queries,
  orderId: string,
): Promise<readonly QuestionEventRow[]> {
  return queries
    .selectFrom("order_question_events")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
}

/** Records a message of the team as a question to the customer. Requires a locked order. */
export async function recordQuestion(
  tx: WriteTransaction,
  orderId: string,
  asked: Pick<QuestionEventRow, "message_number" | "author" | "at">,
): Promise<void> {
  const events = await questionEventsOf(tx, orderId);
  const number = events.filter(({ kind }) => kind === "asked").length + 1;
  await tx
    .insertInto("order_question_events")
    .values({
      id: newId(),
      order_id: orderId,
      number,
      ...asked,
      kind: "asked",
      once: "question",
      order_event_id: null,
    })
    .execute();
}

interface End extends Pick<QuestionEventRow, "kind" | "message_number" | "author" | "at"> {
  readonly kind: "answered" | "closed";
  /** Id of the order event of the delivery that ends the questions. */
  readonly changeId?: string;
  /** Number of the last question to end; without a number, all open questions end. */
  readonly through?: number;
}

/** Ends open questions, and returns their numbers. Requires a locked order. */
export async function endQuestions(
  tx: WriteTransaction,
  orderId: string,
  { through = Number.POSITIVE_INFINITY, changeId, ...end }: End,
): Promise<readonly number[]> {
  const open = openQuestions(await questionEventsOf(tx, orderId));
  const numbers = open.map(({ number }) => number).filter((number) => number <= through);
  for (const number of numbers) {
    await tx
      .insertInto("order_question_events")
      .values({
        ...end,
        id: newId(),
        order_id: orderId,
        number,
        once: "end",
        order_event_id: changeId ?? null,
      })
      .execute();
  }
  return numbers;
}
