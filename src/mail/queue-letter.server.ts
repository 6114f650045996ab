import type { LetterName, LetterValues } from "../content/letters/letters.ts";
import type { WriteTransaction } from "../platform/database.ts";
import { wordsOf } from "./letter-words.server.ts";
import { type MailReferences, queueMail } from "./outbox.server.ts";
import type { Post } from "./post.ts";
import { letter } from "./templates/letter.ts";

interface LetterToSend<Name extends LetterName> extends MailReferences {
  readonly name: Name;
  /** Left out for a letter to the owner. */
  readonly recipient?: string;
  /** What stands in the braces of its words. */
  readonly values: LetterValues<Name>;
  /** Where its button leads, as a path of this site. */
  readonly path: string;
  readonly facts?: readonly (readonly [label: string, value: string])[];
}

/**
 * Puts a letter into the outbox, in the transaction of what it tells of, in the words that the
 * owner has given it. Does nothing when the letter is switched off or nobody is to get it.
 */
export async function queueLetter<Name extends LetterName>(
  tx: WriteTransaction,
  { publicUrl, ownerEmail, clock }: Post,
  toSend: LetterToSend<Name>,
): Promise<void> {
  const { name, recipient = ownerEmail, values, path, facts = [], ...references } = toSend;
  // An order whose customer has deleted the account has "" for an address.
  if (recipient === undefined || recipient === "") return;
  const words = await wordsOf(tx, name);
  if (words === undefined) return;
  const mail = letter({
    recipient,
    subject: oneLine(filledIn(words.subject, values)),
    paragraphs: filledIn(words.words, values).split(/\n{2,}/),
    facts,
    button: { text: words.buttonText, url: `${publicUrl}${path}` },
  });
  await queueMail(tx, { ...mail, ...references, letter: name }, clock());
}

/** Braces around anything that is no value of this letter stay as they are. */
function filledIn(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(/\{(\w+)\}/g, (braced, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : braced,
  );
}

/** A subject is one header: nothing that was filled in may begin another. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
