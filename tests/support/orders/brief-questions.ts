import { briefQuestions } from "#content/blocks/brief-questions.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import type { Database } from "#platform/database/database.ts";
import { system } from "#policy/actor.ts";

type Question = (typeof briefQuestions.seed)[number];

/** Adds the demonstration questions of the brief. Returns their ids by the words of the question. */
export async function addBriefQuestions(
  database: Database,
  changes: Partial<Question> = {},
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  await database.write(async (tx) => {
    for (const values of briefQuestions.seed) {
      const by = { actor: system, author: "test", at: 0 };
      const { _id } = await insertRecord(tx, briefQuestions, { ...values, ...changes }, by);
      ids.set(values.question, _id);
    }
  });
  return ids;
}

/** Answers to the required demonstration questions, by the words of the question. */
export const requiredAnswers = {
  "Which website should we work on?": "https://example.com",
  "What do you sell, and who buys it?": "Bread, to the village.",
  "Where are your customers?": "In one country",
  "What should more visitors do?": "Call\nVisit us",
};
