import { type Block, defineBlock } from "../define.ts";
import { choice, paragraph, text } from "../fields.ts";

const letterFields = {
  isSent: choice("This mail", ["Sent", "Not sent"], {
    help: "“Not sent” switches it off: nobody gets it from then on.",
  }),
  subject: text("Subject", { maxLength: 150 }),
  words: paragraph("Words", {
    help: "An empty line begins a new paragraph. A word in {braces} is filled in for each mail.",
  }),
  buttonText: text("Button", { maxLength: 60 }),
};

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
  readonly placeholders: Readonly<Record<Placeholder, string>>;
  readonly subject: string;
  /** Paragraphs. */
  readonly words: readonly string[];
  readonly buttonText: string;
}

export function defineLetter<Placeholder extends string>({
  name,
  title,
  placeholders,
  subject,
  words,
  buttonText,
}: LetterDeclaration<Placeholder>): Letter<Placeholder> {
  const path = `/letter-${name}`;
  const block = defineBlock({
    name: `letter-${name}`,
    title,
    shape: "singleton",
    labelField: "subject",
    fields: letterFields,
    calls: [{ list: [path], read: path, create: `/add-letter-${name}`, update: path }],
    screens: { list: ["/letters"], edit: [path] },
    messages: { created: "Mail is Updated", updated: "Mail is Updated" },
    readBy: "admin",
    seed: [{ isSent: "Sent", subject, words: words.join("\n\n"), buttonText }],
  });
  return { block, placeholders };
}
