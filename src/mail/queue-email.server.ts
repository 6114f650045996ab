import type { EmailTemplateName, EmailTemplateValues } from "../content/emails/email-templates.ts";
import type { WriteTransaction } from "../platform/database/database.ts";
import { readOwnerAddress } from "../settings/stored-settings.server.ts";
import type { Post } from "./mailer.ts";
import { isWithinMailboxLimit } from "./outbox/mailbox-limits.server.ts";
import { type MailReferences, type OutgoingMail, queueMails } from "./outbox/outbox.server.ts";
import type { LetterSender } from "./templates/email.ts";
import { type OwnersWords, wordsOfLetters } from "./templates/email-template-texts.server.ts";
import { letterFromWords } from "./templates/fill-template.ts";

export interface LetterToSend<Name extends EmailTemplateName> extends MailReferences {
  readonly name: Name;
  /** Omitted for an email to the owner. */
  readonly recipient?: string;
  /**
   * Whether the recipient's account has confirmed the address; looked up when needed, if omitted.
   */
  readonly isConfirmed?: boolean | undefined;
  /** Values of the placeholders. */
  readonly values: EmailTemplateValues<Name>;
  /** Path of the page that the button opens. */
  readonly path: string;
  readonly facts?: readonly (readonly [label: string, value: string])[];
}

/**
 * Queues an email from a template, in the owner's words and in the transaction of its cause. Does
 * nothing when the template is switched off, when there is no recipient, or when the mailbox is
 * over its limit (`mailbox-limits.server.ts`).
 */
export async function queueEmail<Name extends EmailTemplateName>(
  tx: WriteTransaction,
  post: Post,
  toSend: LetterToSend<Name>,
): Promise<void> {
  await queueLetters(tx, post, [toSend]);
}

/** Queues several emails about one subject, with one query for all templates. */
export async function queueLetters<Name extends EmailTemplateName>(
  tx: WriteTransaction,
  post: Post,
  toSend: readonly LetterToSend<Name>[],
): Promise<void> {
  const names = toSend.map(({ name }) => name);
  const { words, sender } = await wordsOfLetters(tx, names);
  const isForOwner = toSend.some(({ recipient }) => recipient === undefined);
  const owner = isForOwner ? await readOwnerAddress(post, tx) : undefined;
  const mails: OutgoingMail[] = [];
  for (const [index, one] of toSend.entries()) {
    const mail = mailOf({ publicUrl: post.publicUrl, owner }, one, words[index], sender);
    if (mail !== undefined && (await mayBeSent(tx, post, one))) mails.push(mail);
  }
  await queueMails(tx, mails, post.clock());
}

async function mayBeSent<Name extends EmailTemplateName>(
  tx: WriteTransaction,
  post: Post,
  { name, recipient, isConfirmed }: LetterToSend<Name>,
): Promise<boolean> {
  if (recipient === undefined) return true;
  return isWithinMailboxLimit(tx, post, { name, recipient, isConfirmed });
}

function mailOf<Name extends EmailTemplateName>(
  { publicUrl, owner }: { readonly publicUrl: string; readonly owner: string | undefined },
  toSend: LetterToSend<Name>,
  words: OwnersWords | undefined,
  sender: LetterSender,
): OutgoingMail | undefined {
  const { name, recipient = owner, isConfirmed: _, ...letter } = toSend;
  const { values, path, facts = [], ...references } = letter;
  // An order has "" as address after its customer has deleted the account.
  if (recipient === undefined || recipient === "" || words === undefined) return undefined;
  const mail = letterFromWords({
    ...{ recipient, words, values, facts, sender },
    url: `${publicUrl}${path}`,
  });
  return { ...mail, ...references, letter: name };
}
