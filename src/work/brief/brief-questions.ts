import type { BriefQuestionRecord } from "#content/blocks/brief-questions.ts";
import { isWebAddress } from "#platform/texts/customer-details-schema.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";
import { isDay } from "#platform/time/calendar.ts";
import { briefLengths } from "./brief-lengths.ts";

/** A copy of a question in an order. Later edits of the plan's questions do not change the copy. */
export interface BriefQuestion {
  /** Id of the record, by which a later order finds the customer's last answer. */
  readonly id: string;
  readonly question: string;
  readonly kind: AnswerKind;
  readonly isRequired: boolean;
  /** Choices of the kinds "choice" and "choices". */
  readonly choices: readonly string[];
  readonly help: string;
  /** Heading of the group; "" for a question without a group. */
  readonly step: string;
  /** The question is asked only if an earlier question has this answer; null for always. */
  readonly showIf: { readonly id: string; readonly answer: string } | null;
}

type AnswerKind =
  | "line"
  | "text"
  | "website"
  | "choice"
  | "choices"
  | "date"
  | "number"
  | "files"
  | "secret"
  | "note";

const kinds = {
  Line: "line",
  Text: "text",
  "Website address": "website",
  Choice: "choice",
  "Several choices": "choices",
  Date: "date",
  Number: "number",
  Files: "files",
  Password: "secret",
  "Note without an answer": "note",
} as const satisfies Record<BriefQuestionRecord["kind"], AnswerKind>;

const mostQuestions = 40;

/**
 * The questions of a plan, at most 40. Ignores a condition whose earlier question or choice does
 * not exist, because otherwise no customer would be asked the question.
 */
export function questionsOfPlan(
  records: readonly BriefQuestionRecord[],
  planName: string,
): readonly BriefQuestion[] {
  const asked = records.filter(({ plans }) => isOfPlan(plans, planName)).slice(0, mostQuestions);
  const earlier = new Map<string, BriefQuestion>();
  return asked.map((record) => {
    const condition = earlier.get(wordsOf(record.showIfQuestion));
    const answer = condition?.choices.find(
      (choice) => wordsOf(choice) === wordsOf(record.showIfAnswer),
    );
    const question: BriefQuestion = {
      id: record._id,
      question: record.question,
      help: record.help,
      step: record.step,
      ...kindOf(record),
      isRequired: record.isRequired === "Required",
      showIf: condition && answer !== undefined ? { id: condition.id, answer } : null,
    };
    earlier.set(wordsOf(record.question), question);
    return question;
  });
}

function isOfPlan(plans: string, planName: string): boolean {
  const names = plans.split(",").map(wordsOf).filter(Boolean);
  return names.length === 0 || names.includes(wordsOf(planName));
}

/** Turns a question with fewer than two choices into a question with a line of text. */
function kindOf({ kind, choices }: BriefQuestionRecord): Pick<BriefQuestion, "kind" | "choices"> {
  const has = kind === "Choice" || kind === "Several choices";
  const listed = has ? [...new Set(choices.split("\n").map(trimmed).filter(Boolean))] : [];
  if (has && listed.length < 2) return { kind: "line", choices: [] };
  return { kind: kinds[kind], choices: listed };
}

function wordsOf(text: string): string {
  return trimmed(text).toLowerCase();
}

/** Answers by the id of the question. Several choices are one text with a line for each choice. */
export type Answers = ReadonlyMap<string, string>;

export function takesAnswer({ kind }: BriefQuestion): boolean {
  return kind !== "note";
}

/** False for a note, and for a question that is answered with files or with a password. */
export function takesText({ kind }: BriefQuestion): boolean {
  return kind !== "note" && kind !== "files" && kind !== "secret";
}

/**
 * True if the answers to earlier questions meet the condition of the question. A question is never
 * asked if the question of its condition is not asked.
 */
export function isAsked(
  question: BriefQuestion,
  questions: readonly BriefQuestion[],
  answers: Answers,
): boolean {
  const { showIf } = question;
  if (showIf === null) return true;
  const earlier = questions.find(({ id }) => id === showIf.id);
  if (earlier === undefined || !isAsked(earlier, questions, answers)) return false;
  return (answers.get(showIf.id) ?? "").split("\n").includes(showIf.answer);
}

/** Normalizes an answer for storage, so that equal answers are equal texts. */
export function normalAnswer({ kind, choices }: BriefQuestion, typed: string): string {
  // Browsers send the line ends of a form as CR LF.
  const answer = trimmed(typed.replace(/\r\n?/g, "\n"));
  if (answer === "") return "";
  if (kind === "website") return /^[a-z][a-z\d+.-]*:/i.test(answer) ? answer : `https://${answer}`;
  if (kind !== "choices") return answer;
  const chosen = answer.split("\n").map(trimmed).filter(Boolean);
  const known = choices.filter((choice) => chosen.includes(choice));
  const unknown = chosen.filter((choice) => !choices.includes(choice));
  return [...known, ...unknown].join("\n");
}

/** Why a normal answer cannot be stored, as a sentence; null if it can. */
export function faultOfAnswer({ kind, choices }: BriefQuestion, answer: string): string | null {
  if (answer === "") return null;
  const longest = briefLengths[kind];
  if (!isPlainText(answer)) return "This answer has characters that cannot be shown.";
  if (answer.length > longest) {
    return `This answer has at most ${longest.toLocaleString("en-US")} characters.`;
  }
  switch (kind) {
    case "line":
      return answer.includes("\n") ? "This answer is one line." : null;
    case "text":
      return null;
    case "website":
      return isWebAddress(answer)
        ? null
        : "Enter the website’s address, such as https://example.com.";
    case "choice":
    case "choices": {
      const chosen = kind === "choice" ? [answer] : answer.split("\n");
      return chosen.every((choice) => choices.includes(choice)) ? null : "Choose from the list.";
    }
    case "date":
      return isDay(answer) ? null : "Enter a date such as 2026-11-20.";
    case "number":
      return /^-?\d{1,12}(\.\d{1,6})?$/.test(answer) ? null : "Enter a number such as 25 or 3.5.";
    case "files":
      return "This question is answered with files.";
    case "secret":
      return "This question is answered with a password, which is not kept with the answers.";
    case "note":
      return "This note takes no answer.";
  }
}
