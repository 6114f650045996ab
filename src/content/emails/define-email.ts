import { type Block, defineBlock } from "../model/define.ts";
import { choice, paragraph, text } from "../model/fields.ts";

const letterFields = {
  isSent: choice("This mail", ["Sent", "Not sent"], {
    help: "“Not sent” switches it off: nobody gets it from then on.",
  }),
  subject: text("Subject", { maxLength: 150 }),
  words: paragraph("Words", {
    help: "An empty line begins a new paragraph. A word in {braces} is filled in for each mail.",
  }),
  buttonText: text("Button", { maxLength: 60 }),
  reason: text("Why one gets it", {
    maxLength: 300,
    optional: true,
    help: "A sentence at the foot of the mail.",
  }),
};

/** Whom a letter goes to: the two lists on the page of mail texts. */
const groups = {
  others: "To customers and colleagues",
  owner: "To you",
} as const;

/** The words of a mail: a block like any other, which nobody but admins reads. */
export type LetterBlock = Block<typeof letterFields, "singleton", "admin">;

/** A mail that is sent by itself when something has happened. */
export interface Letter<Placeholder extends string = string> {
  readonly block: LetterBlock;
  /** What may stand in braces in its words, each with an example for the preview. */
  readonly placeholders: Readonly<Record<Placeholder, string>>;
}

interface LetterDeclaration<Placeholder extends string> {
  /** Kebab-case. Part of the block's key and of its paths; never changes once released. */
  readonly name: string;
  readonly title: string;
  readonly goesTo?: keyof typeof groups;
  readonly placeholders: Readonly<Record<Placeholder, string>>;
  readonly subject: string;
  /** Paragraphs. */
  readonly words: readonly string[];
  readonly buttonText: string;
  readonly reason: string;
}

export function defineLetter<Placeholder extends string>({
  name,
  title,
  goesTo = "others",
  placeholders,
  subject,
  words,
  buttonText,
  reason,
}: LetterDeclaration<Placeholder>): Letter<Placeholder> {
  const path = `/letter-${name}`;
  const block = defineBlock({
    name: `letter-${name}`,
    title,
    shape: "singleton",
    shownAs: "letter",
    labelField: "subject",
    stateField: "isSent",
    fields: letterFields,
    placeholders,
    calls: [{ list: [path], read: path, create: `/add-letter-${name}`, update: path }],
    screens: { list: ["/letters"], edit: [path], title: "Mail texts", group: groups[goesTo] },
    messages: { created: "Mail is Updated", updated: "Mail is Updated" },
    readBy: "admin",
    seedMayStay: true,
    seed: [{ isSent: "Sent", subject, words: words.join("\n\n"), buttonText, reason }],
  });
  return { block, placeholders };
}
