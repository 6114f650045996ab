import { siteName } from "../../content/model/site-content.ts";
import type { Mail } from "../outbox/outbox.server.ts";

const widest = 72;

/** A letter for readers without HTML. Lines are short enough to be quoted, and addresses whole. */
function letterText(content: LetterContent): string {
  const { siteName, paragraphs, facts, button, sender, reason } = content;
  const about = [sender.line ?? siteName, ...(sender.address ?? [])];
  const parts = [
    ...paragraphs.map(wrapped),
    ...(facts.length > 0 ? [columnsOf(facts)] : []),
    ...(button === undefined ? [] : [`${button.text}:\n${button.url}`]),
    // Two hyphens and a space begin what mail programs leave out of an answer.
    ["-- ", ...about.map(wrapped), ...(reason === "" ? [] : ["", wrapped(reason)])].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Breaks long lines between words; a word that is longer than a line stays whole. */
function wrapped(paragraph: string): string {
  return paragraph.split("\n").map(wrappedLine).join("\n");
}

function wrappedLine(line: string): string {
  if (line.length <= widest && !line.startsWith(" ")) return line;
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    if (current !== "" && current.length + 1 + word.length > widest) {
      lines.push(current);
      current = word;
    } else {
      current = current === "" ? word : `${current} ${word}`;
    }
  }
  return [...lines, current].join("\n");
}

function columnsOf(facts: LetterContent["facts"]): string {
  const width = Math.max(...facts.map(([label]) => label.length)) + 2;
  return facts.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join("\n");
}

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
