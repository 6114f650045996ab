import type { Copyright, FooterAddress } from "#content/blocks/footer.ts";
import { sellerOf } from "#content/model/business-facts.ts";
import type { Business } from "#platform/business.ts";
import type { Mail } from "../outbox/outbox.server.ts";

const widest = 72;

/**
 * First line of an email that can be replied to. Email programs quote this line in the reply, and
 * Furrow cuts off the line and everything below. The owner cannot edit the line, because replies to
 * old emails carry the old words.
 */
export const replyMarker = "Write above this line to reply";
const shownMarker = `--- ${replyMarker} ---`;

/** Link at the end of emails that the recipient can switch off. */
export const choiceText = "Choose when you get these emails";

/** Plain text with lines short enough to quote. URLs are not broken. */
function letterText(content: EmailContent): string {
  const { siteName, paragraphs, facts, button, sender, reason } = content;
  const about = [sender.line ?? siteName, ...(sender.address ?? [])];
  const parts = [
    ...(content.isRepliedTo ? [shownMarker] : []),
    ...paragraphs.map(wrapped),
    ...(facts.length > 0 ? [columnsOf(facts)] : []),
    ...[...(button === undefined ? [] : [button]), ...(content.links ?? [])].map(
      ({ text, url }) => `${text}:\n${url}`,
    ),
    // "-- " begins a signature, which email programs leave out of a reply.
    [
      "-- ",
      ...about.map(wrapped),
      ...(reason === "" ? [] : ["", wrapped(reason)]),
      ...(content.choiceUrl ? ["", `${choiceText}:\n${content.choiceUrl}`] : []),
    ].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Wraps lines between words; a word longer than a line stays whole. */
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

function columnsOf(facts: EmailContent["facts"]): string {
  const beside = facts.filter(([, value]) => !value.includes("\n"));
  const width = Math.max(...beside.map(([label]) => label.length)) + 2;
  return facts
    .map(([label, value]) =>
      value.includes("\n")
        ? `${label}:\n${wrapped(value)}`
        : `${`${label}:`.padEnd(width)}${value}`,
    )
    .join("\n");
}

/** Sender's details in the footer of every email. */
export interface EmailSender {
  /** Name of the business. */
  readonly name: string;
  readonly line?: string | undefined;
  /** Address lines: place, telephone, email address. */
  readonly address?: readonly string[];
}

export interface EmailLink {
  readonly text: string;
  readonly url: string;
}

interface EmailTexts {
  readonly recipient: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Rows of a table, such as the lines of a receipt. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  readonly button?: EmailLink;
  /** What else the recipient can do, below the button. */
  readonly links?: readonly EmailLink[];
  readonly sender: EmailSender;
  /** Why the recipient gets the email, as a sentence. */
  readonly reason?: string;
  /** True when a reply to the email becomes a message. */
  readonly isRepliedTo?: boolean;
  /** URL of the page on which the recipient chooses when to get such emails. */
  readonly choiceUrl?: string | null;
}

/**
 * All fields, with defaults filled in. Emails stored by an earlier version have no `choiceUrl` or no
 * `links`.
 */
export type EmailContent = Required<
  Omit<EmailTexts, "recipient" | "button" | "links" | "choiceUrl">
> & {
  readonly choiceUrl?: string | null;
  readonly links?: readonly EmailLink[];
  readonly siteName: string;
  readonly button: EmailTexts["button"];
};

/** Builds an email in the common layout, as HTML and plain text. */
export function letter({ recipient, ...words }: EmailTexts): Mail {
  const subject = oneLine(words.subject);
  const content: EmailContent = {
    facts: [],
    reason: "",
    button: undefined,
    isRepliedTo: false,
    choiceUrl: null,
    ...words,
    subject,
    siteName: words.sender.name,
  };
  return { recipient, subject, text: letterText(content), html: content };
}

/** Makes a subject one line, so that no inserted value adds a header. */
function oneLine(subject: string): string {
  return subject.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

/**
 * Replaces placeholders in braces, except unknown placeholders and placeholders inside inserted
 * values. An empty value takes the comma before it with it, so that a person without a name is
 * addressed by none: "Thank you, {customerName}." becomes "Thank you."
 */
export function filledIn(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(/(, )?\{(\w+)\}/g, (braced, comma: string | undefined, name: string) => {
    if (!Object.hasOwn(values, name)) return braced;
    const value = values[name] ?? "";
    return value === "" ? "" : `${comma ?? ""}${value}`;
  });
}

interface Filling
  extends Pick<
    EmailTexts,
    "recipient" | "facts" | "links" | "sender" | "isRepliedTo" | "choiceUrl"
  > {
  readonly words: Readonly<Record<"subject" | "words" | "buttonText" | "reason", string>>;
  readonly values: Readonly<Record<string, string>>;
  /** Names of the values that give access. */
  readonly secretPlaceholders?: readonly string[] | undefined;
  /** URL of the button; null for none. */
  readonly url: string | null;
}

/** Fills a template, for sending and for the preview in the panel. */
export function emailFromTemplate({
  words,
  values: given,
  secretPlaceholders = [],
  url,
  ...rest
}: Filling): Mail {
  const values = { ...given, business: rest.sender.name };
  // Phones show subjects on a locked screen, and lists, audit log and toasts show them in the panel.
  const withoutSecrets = secretPlaceholders.map((name) => [name, "…"] as const);
  return letter({
    ...rest,
    subject: filledIn(words.subject, { ...values, ...Object.fromEntries(withoutSecrets) }),
    paragraphs: words.words.split(/\n{2,}/).map((paragraph) => filledIn(paragraph, values)),
    ...(url !== null && { button: { text: filledIn(words.buttonText, values), url } }),
    reason: filledIn(words.reason, values),
  });
}

export function senderDetailsOf(
  business: Business,
  copyright: Copyright | undefined,
  footer: FooterAddress | undefined,
): EmailSender {
  const { name, address, phone, email } = sellerOf(business, footer);
  return {
    name,
    line: copyright?.copyrightText,
    address: [address, phone, email].filter((line) => line !== ""),
  };
}
