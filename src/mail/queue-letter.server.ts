import type { LetterName, LetterValues } from "../content/letters/letters.ts";
import type { WriteTransaction } from "../platform/database.ts";
import { type OwnersWords, wordsOfLetters } from "./letter-words.server.ts";
import { type MailReferences, type OutgoingMail, queueMails } from "./outbox.server.ts";
import type { Post } from "./post.ts";
import type { LetterSender } from "./templates/letter.ts";
import { letterFromWords } from "./templates/letter-from-words.ts";

export interface LetterToSend<Name extends LetterName> extends MailReferences {
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
  post: Post,
  toSend: LetterToSend<Name>,
): Promise<void> {
  await queueLetters(tx, post, [toSend]);
}

/** Several letters about the same thing, with one query for all their words. */
export async function queueLetters<Name extends LetterName>(
  tx: WriteTransaction,
  post: Post,
  toSend: readonly LetterToSend<Name>[],
): Promise<void> {
  const names = toSend.map(({ name }) => name);
  const { words, sender } = await wordsOfLetters(tx, names);
  const mails = toSend.flatMap((one, index) => mailOf(post, one, words[index], sender));
  await queueMails(tx, mails, post.clock());
}

function mailOf<Name extends LetterName>(
  { publicUrl, ownerEmail }: Post,
  toSend: LetterToSend<Name>,
  words: OwnersWords | undefined,
  sender: LetterSender,
): OutgoingMail[] {
  const { name, recipient = ownerEmail, values, path, facts = [], ...references } = toSend;
  // An order whose customer has deleted the account has "" for an address.
  if (recipient === undefined || recipient === "" || words === undefined) return [];
  const mail = letterFromWords({
    ...{ recipient, words, values, facts, sender },
    url: `${publicUrl}${path}`,
  });
  return [{ ...mail, ...references, letter: name }];
}
