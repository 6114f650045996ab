import { siteName } from "../../content/model/site-name.ts";
import type { Mail } from "../outbox/outbox.server.ts";
import { letterText } from "./email-text.ts";

/** What every letter says of its sender at its end. */
export interface LetterSender {
  /** The copyright line of the site. */
  readonly line?: string | undefined;
  /** Where the sender is found: place, telephone, address for mail. */
  readonly address?: readonly string[];
}

export interface LetterWords {
  readonly recipient: string;
  readonly subject: string;
  /** Paragraphs of plain text. */
  readonly paragraphs: readonly string[];
  /** Facts as a table of two columns, such as the lines of a receipt. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  readonly button?: { readonly text: string; readonly url: string };
  readonly sender?: LetterSender;
  /** Why one gets it, as a sentence. */
  readonly reason?: string;
}

/** The same, with nothing left out. */
export type LetterContent = Required<Omit<LetterWords, "recipient" | "button">> & {
  readonly siteName: string;
  readonly button: LetterWords["button"];
};

/** The one form that every mail has, in HTML and in plain text: words, perhaps facts, perhaps a link. */
export function letter({ recipient, ...words }: LetterWords): Mail {
  const subject = oneLine(words.subject);
  const content: LetterContent = {
    facts: [],
    sender: {},
    reason: "",
    button: undefined,
    ...words,
    subject,
    siteName,
  };
  return { recipient, subject, text: letterText(content), html: content };
}

/** A subject is one header: nothing that was filled in may begin another. */
function oneLine(subject: string): string {
  return subject.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
