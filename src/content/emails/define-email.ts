import { demonstrationName } from "#platform/business.ts";
import { type Block, callsAt, defineBlock } from "../model/define.ts";
import { choice, paragraph, text } from "../model/fields.ts";

const emailFields = {
  isSent: choice("This email is", ["Sent", "Not sent"], {
    help: "Choose “Not sent” to switch this email off.",
  }),
  subject: text("Subject", { maxLength: 150 }),
  words: paragraph("Text of the email", {
    help: "An empty line starts a new paragraph. Words in {braces} are filled in for each email.",
  }),
  buttonText: text("Button text", { maxLength: 60 }),
  reason: text("Reason", {
    maxLength: 300,
    optional: true,
    help: "Why the recipient gets this email; shown at the bottom.",
  }),
};

/** Headings of the two lists on the page of email templates, by recipient. */
const groups = {
  others: "To customers and colleagues",
  owner: "To you",
} as const;

/** A block with the texts of an email template; it is not public. */
export type EmailTemplateBlock = Block<typeof emailFields, "singleton", "admin">;

export interface EmailTemplate<Placeholder extends string = string> {
  readonly block: EmailTemplateBlock;
  /**
   * Placeholders that the texts may contain, each with an example for the preview. Every email also
   * fills {business} with the name of the business.
   */
  readonly placeholders: Readonly<Record<Placeholder, string>>;
}

interface LetterDeclaration<Placeholder extends string> {
  /** In kebab case. Part of the block's name and paths, so it never changes once released. */
  readonly name: string;
  readonly title: string;
  readonly goesTo?: keyof typeof groups;
  readonly placeholders: Readonly<Record<Placeholder, string>>;
  /** Placeholders whose values give access; the panel never shows them in a stored email. */
  readonly secretPlaceholders?: readonly NoInfer<Placeholder>[];
  readonly subject: string;
  readonly words: readonly string[];
  readonly buttonText: string;
  /** Text of a further link, which the owner cannot change. */
  readonly linkBelow?: string;
  readonly reason: string;
}

export function defineEmail<Placeholder extends string>({
  name,
  title,
  goesTo = "others",
  placeholders,
  secretPlaceholders = [],
  subject,
  words,
  buttonText,
  linkBelow,
  reason,
}: LetterDeclaration<Placeholder>): EmailTemplate<Placeholder> {
  const path = `/letter-${name}`;
  const block = defineBlock({
    name: `letter-${name}`,
    title,
    shape: "singleton",
    shownAs: "letter",
    ...(linkBelow !== undefined && { linkBelow }),
    labelField: "subject",
    stateField: "isSent",
    fields: emailFields,
    placeholders: { ...placeholders, business: demonstrationName },
    secretPlaceholders,
    calls: [callsAt(path, `/add-letter-${name}`)],
    screens: { list: ["/letters"], edit: [path], title: "Email texts", group: groups[goesTo] },
    messages: { created: "Email Text is Updated", updated: "Email Text is Updated" },
    readBy: "admin",
    seedMayStay: true,
    seed: [{ isSent: "Sent", subject, words: words.join("\n\n"), buttonText, reason }],
  });
  return { block, placeholders };
}
