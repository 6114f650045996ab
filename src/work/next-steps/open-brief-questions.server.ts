import type { Queries } from "#platform/database/database.ts";
import type { BriefQuestion } from "../brief/brief-questions.ts";
import { askedQuestions, isAnswered } from "../brief/brief-record.server.ts";

/** Numbers of asked questions without an answer, by order id. Runs four queries at most. */
export async function openBriefQuestions(
  queries: Queries,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (orderIds.length === 0) return new Map();
  const [briefs, answers, files, passwords] = await Promise.all([
    queries
      .selectFrom("order_briefs")
      .select(["order_id", "questions"])
      .where("order_id", "in", orderIds)
      .execute(),
    queries
      .selectFrom("order_brief_answers")
      .select(["order_id", "question_id", "value"])
      .where("order_id", "in", orderIds)
      .execute(),
    queries
      .selectFrom("order_files")
      .innerJoin("private_files", "private_files.id", "order_files.file_id")
      .select(["order_files.order_id", "question_id"])
      .where("order_files.order_id", "in", orderIds)
      .where("order_files.question_id", "is not", null)
      .where("private_files.state", "=", "stored")
      .execute(),
    queries
      .selectFrom("order_passwords")
      .select(["order_id", "question_id"])
      .where("order_id", "in", orderIds)
      .where("question_id", "is not", null)
      .execute(),
  ]);
  return new Map(
    briefs.map(({ order_id, questions }) => {
      const ofOrder = <Row extends { readonly order_id: string }>(rows: readonly Row[]) =>
        rows.filter((row) => row.order_id === order_id);
      const given = {
        answers: new Map(ofOrder(answers).map((row) => [row.question_id, row.value])),
        files: new Set(ofOrder(files).map((row) => row.question_id)),
        passwords: new Set(ofOrder(passwords).map((row) => row.question_id)),
      };
      const asked = askedQuestions(JSON.parse(questions) as BriefQuestion[], given.answers);
      return [order_id, asked.filter((question) => !isAnswered(given, question)).length];
    }),
  );
}
