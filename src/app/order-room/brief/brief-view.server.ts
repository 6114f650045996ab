import { type DateReader, longDateOf } from "#platform/time/dates.ts";
import { minutesFor } from "#stages/next-step.ts";
import type { AnsweredQuestion, OrderBrief } from "#work/brief/read-order-brief.ts";
import { filePath } from "../files/files-part.server.ts";

export type BriefView = ReturnType<typeof briefView>;
export type QuestionView = BriefView["steps"][number]["questions"][number];

export function briefView(orderId: string, brief: OrderBrief, reader: DateReader) {
  const { stage, questions, asked, answered, closedBecause, version, changes } = brief;
  const rows = questions.map((question) => ({
    ...question,
    files: question.files.map(({ id, name }) => ({
      name,
      /** Null for a reader who cannot download the file. */
      href: filePath(orderId, id) as string | null,
    })),
    shownAnswer: shownAnswer(question, question.answer, reader),
    shownBefore: question.before === null ? null : shownAnswer(question, question.before, reader),
    condition: conditionOf(question, questions),
  }));
  return {
    stage,
    closedBecause,
    version,
    changes,
    /** State in a few words, such as "3 of 8 answered". */
    state: stateOf(brief, reader),
    progress: `${answered} of ${asked} answered`,
    isFilledIn: brief.isUntouched && answered > 0 && brief.sentAt === null,
    isSent: brief.sentAt !== null,
    /** Time that the open questions take, such as "3 minutes", as the next step says it. */
    minutes: minutesFor(asked - answered),
    isSkipped: brief.skippedAt !== null,
    /** Consecutive questions with the same heading, grouped. */
    steps: rows.reduce<{ title: string; questions: (typeof rows)[number][] }[]>((steps, row) => {
      const last = steps.at(-1);
      if (last?.title === row.step) last.questions.push(row);
      else steps.push({ title: row.step, questions: [row] });
      return steps;
    }, []),
  };
}

function stateOf(brief: OrderBrief, reader: DateReader): string {
  const { sentAt, skippedAt, answered, asked } = brief;
  if (sentAt !== null) return `Sent on ${longDateOf(sentAt, reader)}`;
  if (skippedAt !== null) return `Skipped on ${longDateOf(skippedAt, reader)}`;
  return answered === 0 ? "Not begun" : `${answered} of ${asked} answered`;
}

function shownAnswer({ kind }: AnsweredQuestion, answer: string, reader: DateReader): string {
  if (kind === "date" && answer !== "") {
    // Uses noon in UTC, so that no time zone changes the date.
    return longDateOf(Date.parse(`${answer}T12:00:00Z`), { ...reader, timeZone: "UTC" });
  }
  return kind === "choices" ? answer.replaceAll("\n", ", ") : answer;
}

/**
 * The condition on which the question is asked, as a sentence; "" for a question that is always
 * asked.
 */
function conditionOf({ showIf }: AnsweredQuestion, questions: readonly AnsweredQuestion[]): string {
  const earlier = questions.find(({ id }) => id === showIf?.id);
  if (showIf === null || earlier === undefined) return "";
  return `Only if “${earlier.question}” has the answer “${showIf.answer}”.`;
}

/** State of the brief for the customer, in one sentence; "" when the brief needs no attention. */
export function briefStanding({ stage, sentAt }: OrderBrief): string {
  if (stage === "awaiting-brief") return "We begin as soon as we have your answers.";
  return stage === "ready" && sentAt !== null
    ? "Thank you, we have your answers. The work begins soon, and there is nothing you need to do."
    : "";
}
