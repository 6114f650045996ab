import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { choice, paragraph, text } from "../model/fields.ts";

const answerKinds = [
  "Line",
  "Text",
  "Website address",
  "Choice",
  "Several choices",
  "Date",
  "Number",
  "Files",
  "Password",
  "Note without an answer",
] as const;

/**
 * A question of the brief, which customers answer after the payment. A record cannot refer to other
 * records, so a question lists its plans by their names, which are unique. The id of the record
 * identifies the question even after its text has changed.
 */
export const briefQuestions = defineBlock({
  name: "brief-question",
  title: "Brief questions",
  singular: "Brief question",
  alsoCalled: ["brief", "questionnaire", "intake form", "onboarding"],
  shape: "collection",
  labelField: "question",
  uniqueField: "question",
  besideName: "step",
  fields: {
    question: text("Question", { help: "Customers answer it after they have paid." }),
    kind: choice("Kind of answer", answerKinds),
    isRequired: choice("An answer is", ["Required", "Optional"]),
    choices: paragraph("Choices", {
      maxLength: 2000,
      optional: true,
      help: "One choice per line, for a choice and for several choices.",
    }),
    help: text("Help text", { maxLength: 500, optional: true, help: "Shown below the question." }),
    step: text("Step", {
      maxLength: 80,
      optional: true,
      help: "Heading of a group. Questions in a row with the same step are one group.",
    }),
    plans: text("Plans", {
      maxLength: 300,
      optional: true,
      help: "Names of plans, separated by commas. Leave empty to ask for every plan. An order asks up to 40 questions.",
    }),
    showIfQuestion: text("Only if this question …", {
      optional: true,
      help: "An earlier question with choices, word for word. Leave empty to always ask.",
    }),
    showIfAnswer: text("… has this answer", { optional: true, help: "One of its choices." }),
  },
  calls: [callsAt("/brief-question", "/add-brief-question")],
  screens: { list: ["/brief-questions"], edit: ["/edit-brief-question"] },
  messages: { created: "Question is Added", updated: "Question is Updated" },
  readBy: "admin",
  seedMayStay: true,
  seed: [
    question("Your business", {
      question: "Which website should we work on?",
      kind: "Website address",
      isRequired: "Required",
    }),
    question("Your business", {
      question: "What do you sell, and who buys it?",
      kind: "Text",
      isRequired: "Required",
      help: "Two or three sentences are enough.",
    }),
    question("Your business", {
      question: "Where are your customers?",
      kind: "Choice",
      isRequired: "Required",
      choices: "In one town or region\nIn one country\nIn several countries",
    }),
    question("Your business", {
      question: "Which countries, and in which languages?",
      kind: "Line",
      isRequired: "Required",
      showIfQuestion: "Where are your customers?",
      showIfAnswer: "In several countries",
    }),
    question("Your goals", {
      question: "What should more visitors do?",
      kind: "Several choices",
      isRequired: "Required",
      choices: "Call\nWrite\nBook an appointment\nBuy online\nVisit us",
    }),
    question("Your goals", {
      question: "Which searches should find you?",
      kind: "Text",
      isRequired: "Optional",
      help: "The words that a customer would type, one search per line. If you are not sure, leave it to us.",
    }),
    question("Your goals", {
      question: "Who are your main competitors?",
      kind: "Text",
      isRequired: "Optional",
      help: "Names or websites.",
    }),
    question("Working together", {
      question: "Please write no passwords here. We ask for access when we need it.",
      kind: "Note without an answer",
      isRequired: "Optional",
    }),
    question("Working together", {
      question: "By which date should the first results be visible to you?",
      kind: "Date",
      isRequired: "Optional",
      help: "For example a launch or a trade fair. Leave it empty if there is none.",
    }),
    question("Working together", {
      question: "Is there anything else that we should know?",
      kind: "Text",
      isRequired: "Optional",
    }),
  ],
});

interface Asked {
  readonly question: string;
  readonly kind: (typeof answerKinds)[number];
  readonly isRequired: "Required" | "Optional";
  readonly choices?: string;
  readonly help?: string;
  readonly showIfQuestion?: string;
  readonly showIfAnswer?: string;
}

function question(step: string, asked: Asked) {
  const empty = { choices: "", help: "", plans: "", showIfQuestion: "", showIfAnswer: "" };
  return { ...empty, step, ...asked };
}

export type BriefQuestionRecord = RecordOf<typeof briefQuestions>;
