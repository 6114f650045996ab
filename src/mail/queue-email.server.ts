import type { LetterName, LetterValues } from "../content/emails/email-templates.ts";
import type { WriteTransaction } from "../platform/database/database.ts";
import type { Post } from "./mailer.ts";
import { isWithinMailboxLimit } from "./outbox/mailbox-limits.server.ts";
import { type MailReferences, type OutgoingMail, queueMails } from "./outbox/outbox.server.ts";
import type { LetterSender } from "./templates/email.ts";
import { type OwnersWords, wordsOfLetters } from "./templates/email-template-texts.server.ts";
import { letterFromWords } from "./templates/fill-template.ts";

export interface LetterToSend<Name extends LetterName> extends MailReferences {
  readonly name: Name;
  /** Left out for a letter to the owner. */
  readonly recipient?: string;
  /** Whether its address is known to be the recipient's; asked for where it matters, if left out. */
  readonly isConfirmed?: boolean | undefined;
  /** What stands in the braces of its words. */
  readonly values: LetterValues<Name>;
  /** Where its button leads, as a path of this site. */
  readonly path: string;
  readonly facts?: readonly (readonly [label: string, value: string])[];
}

/**
 * Puts a letter into the outbox, in the transaction of what it tells of, in the words that the
 * owner has given it. Does nothing when the letter is switched off, when nobody is to get it, or when
 * its mailbox was sent too much already (`mailbox-limits.server.ts`).
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
  const mails: OutgoingMail[] = [];
  for (const [index, one] of toSend.entries()) {
    const mail = mailOf(post, one, words[index], sender);
    if (mail !== undefined && (await mayBeSent(tx, post, one))) mails.push(mail);
  }
  await queueMails(tx, mails, post.clock());
}

async function mayBeSent<Name extends LetterName>(
  tx: WriteTransaction,
  post: Post,
  { name, recipient, isConfirmed }: LetterToSend<Name>,
): Promise<boolean> {
  if (recipient === undefined) return true;
  return isWithinMailboxLimit(tx, post, { name, recipient, isConfirmed });
}

function mailOf<Name extends LetterName>(
  { publicUrl, ownerEmail }: Post,
  toSend: LetterToSend<Name>,
  words: OwnersWords | undefined,
  sender: LetterSender,
): OutgoingMail | undefined {
  const { name, recipient = ownerEmail, isConfirmed: _, ...letter } = toSend;
  const { values, path, facts = [], ...references } = letter;
  // An order whose customer has deleted the account has "" for an address.
  if (recipient === undefined || recipient === "" || words === undefined) return undefined;
  const mail = letterFromWords({
    ...{ recipient, words, values, facts, sender },
    url: `${publicUrl}${path}`,
  });
  return { ...mail, ...references, letter: name };
}
