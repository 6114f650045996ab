import { copyright } from "../content/blocks/copyright.ts";
import { footerAddress } from "../content/blocks/footer-address.ts";
import { listRecords } from "../content/content-store.server.ts";
import { type LetterName, type LetterValues, letters } from "../content/letters/letters.ts";
import type { WriteTransaction } from "../platform/database.ts";
import { type MailReferences, queueMail } from "./outbox.server.ts";
import type { Post } from "./post.ts";
import { letterFromWords, letterSenderOf } from "./templates/letter-from-words.ts";

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
  if (recipient === undefined) return;
  const { block } = letters[name];
  // An installation from before this letter has no record of it, and says what a fresh one says.
  const words = (await listRecords(tx, block))[0] ?? block.seed[0];
  if (words === undefined || words.isSent === "Not sent") return;
  const [line] = await listRecords(tx, copyright);
  const [address] = await listRecords(tx, footerAddress);
  const mail = letterFromWords({
    ...{ recipient, words, values, facts },
    url: `${publicUrl}${path}`,
    sender: letterSenderOf(line, address),
  });
  await queueMail(tx, { ...mail, ...references, letter: name }, clock());
}
