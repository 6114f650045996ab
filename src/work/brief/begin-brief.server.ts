import { briefQuestions } from "#content/blocks/brief-questions.ts";
import { isRepeated } from "#content/model/plan-interval.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { addOrderNews } from "#conversation/news/order-news.server.ts";
import type { Order } from "#orders/order.ts";
import { selectPreviousMonth } from "#orders/placing/next-months.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import {
  type BriefQuestion,
  faultOfAnswer,
  normalAnswer,
  questionsOfPlan,
  takesAnswer,
} from "./brief-questions.ts";
import { addBriefEvent, askedQuestions } from "./brief-record.server.ts";
import { scheduleFirstReminder } from "./brief-reminders.ts";

interface Beginning {
  readonly at: number;
  /**
   * False for an unexpected payment of a Cancelled order; the customer then gets no email that asks
   * for the answers until an admin has accepted the payment.
   */
  readonly isAskedFor: boolean;
}

/**
 * Copies the questions of the plan into an order that becomes Paid for the first time, and asks the
 * customer to answer them. The brief of a next month takes over the answers of the month before: if
 * no required answer is missing, it counts as sent at once, and the customer can still change it.
 * Does nothing for a plan without questions and for an order that was delivered before its payment.
 * Requires a locked order; the primary key allows one brief.
 */
export async function beginBrief(
  tx: WriteTransaction,
  order: Order,
  { at, isAskedFor }: Beginning,
): Promise<void> {
  if (order.orderStatus === "Delivered") return;
  const previous = await selectPreviousMonth(tx, order.id);
  const ofPlan = questionsOfPlan(await listRecords(tx, briefQuestions), order.packageName);
  const isLater = previous !== undefined && isRepeated(order.charged);
  const questions = isLater ? [anythingNew, ...ofPlan] : ofPlan;
  if (!questions.some(takesAnswer)) return;
  const begun = await tx
    .insertInto("order_briefs")
    .values({ order_id: order.id, questions: JSON.stringify(questions) })
    .onConflict((conflict) => conflict.column("order_id").doNothing())
    .returning("order_id")
    .executeTakeFirst();
  if (begun === undefined) return;
  await addBriefEvent(tx, order.id, { kind: "begun", author: "system", at });
  const known = await knownAnswers(tx, order, questions, previous);
  if (known.length > 0) await tx.insertInto("order_brief_answers").values(known).execute();
  if (previous !== undefined && isComplete(questions, known)) {
    await tx
      .updateTable("order_brief_answers")
      .set((set) => ({ acknowledged: set.ref("value") }))
      .where("order_id", "=", order.id)
      .execute();
    await addBriefEvent(tx, order.id, { kind: "sent", author: "system", at });
    return;
  }
  await scheduleFirstReminder(tx, order.id, at);
  if (!isAskedFor) return;
  // People who see payments are asked in the email with the receipt.
  await addOrderNews(tx, order, { name: "briefWanted", at });
}

/**
 * First question of each later period of a subscription, whose other answers are those of the period
 * before. It is optional, so that the brief counts as sent without it.
 */
const anythingNew: BriefQuestion = {
  id: "anything-new",
  question: "Anything new this time?",
  kind: "text",
  isRequired: false,
  choices: [],
  help: "Your earlier answers are below. Change what is different now, and tell us here what else is new.",
  step: "",
  showIf: null,
};

interface KnownAnswer {
  readonly question_id: string;
  readonly value: string;
}

/** Files and passwords are never taken over, so a question that requires one is still to answer. */
function isComplete(questions: readonly BriefQuestion[], known: readonly KnownAnswer[]): boolean {
  const answers = new Map(known.map(({ question_id, value }) => [question_id, value]));
  return askedQuestions(questions, answers).every(({ id, isRequired }) => {
    return !isRequired || answers.has(id);
  });
}

/**
 * The customer's last answers to the same questions, and the website of the order. The answers of
 * the previous month come before those of other orders, which may be about another website.
 */
async function knownAnswers(
  tx: WriteTransaction,
  order: Order,
  questions: readonly BriefQuestion[],
  previous: Order | undefined,
) {
  const earlier = await tx
    .selectFrom("orders")
    .innerJoin("order_brief_answers as answer", "answer.order_id", "orders.id")
    .select(["orders.id as orderId", "answer.question_id", "answer.value"])
    .where("orders.company_id", "=", order.companyId)
    .where("orders.id", "<>", order.id)
    .where(
      "answer.question_id",
      "in",
      questions.map(({ id }) => id),
    )
    .where((where) =>
      where.or([
        where("answer.answered_at", "is not", null),
        // Answers that the previous month took over itself have no time.
        where("orders.id", "=", previous?.id ?? ""),
      ]),
    )
    .orderBy("answer.answered_at")
    .execute();
  const known = new Map(
    [
      ...earlier.filter(({ orderId }) => orderId !== previous?.id),
      ...earlier.filter(({ orderId }) => orderId === previous?.id),
    ].map(({ question_id, value }) => [question_id, value]),
  );
  const website = questions.find(({ kind }) => kind === "website");
  if (website && !known.get(website.id)) known.set(website.id, order.customerWebsite);
  // What was new the last time is not new any more.
  known.delete(anythingNew.id);
  return questions.flatMap((question) => {
    const value = normalAnswer(question, known.get(question.id) ?? "");
    // Skips an answer that is no longer valid: the owner can change the choices of a question.
    if (value === "" || faultOfAnswer(question, value) !== null) return [];
    return [{ order_id: order.id, question_id: question.id, value, answered_at: null }];
  });
}
