import type { LetterName } from "../../content/emails/email-templates.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { isWithinLimit, limiterOf, type RateLimit } from "../../platform/rate-limit.ts";
import { normalEmail } from "../../platform/texts/email-address.ts";
import type { Post } from "../mailer.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

interface MailboxLimit extends Omit<RateLimit, "countedFor" | "wayOut"> {
  /** Whether it is for addresses alone of which nobody knows whose they are. */
  readonly isForUnconfirmed?: boolean;
}

/** For all of them together: an account can be registered with anybody's address. */
const unconfirmed: MailboxLimit = {
  ...{ name: "letters-unconfirmed", attempts: 10, windowMs: dayMs, isForUnconfirmed: true },
};

/**
 * What a stranger can have sent to a mailbox for nothing, and how often: enough for mails that were
 * lost, too little to fill the mailbox with, from however many addresses it is asked for. Each link has
 * a count of its own, or subscribing somebody would keep them from setting a new password. What tells
 * of money that has moved, or of what the owner did, is no stranger's to send.
 */
const limitOf: Readonly<Partial<Record<LetterName, MailboxLimit>>> = {
  confirmSubscription: { name: "confirmation-mails", attempts: 3, windowMs: dayMs },
  resetPassword: { name: "reset-letters", attempts: 5, windowMs: hourMs },
  verifyAddress: { name: "address-letters", attempts: 5, windowMs: dayMs },
  welcome: unconfirmed,
  passwordChanged: unconfirmed,
  orderPlaced: unconfirmed,
  paymentCancelled: unconfirmed,
};

interface Addressed {
  readonly name: LetterName;
  readonly recipient: string;
  /** Whether the address is known to be its account's, where that has been asked already. */
  readonly isConfirmed?: boolean | undefined;
}

/** Counts a letter to somebody, and says whether it may be sent. Nobody is told if not. */
export async function isWithinMailboxLimit(
  tx: WriteTransaction,
  post: Post,
  { name, recipient, isConfirmed }: Addressed,
): Promise<boolean> {
  const limit = limitOf[name];
  if (limit === undefined) return true;
  const { isForUnconfirmed = false, ...counted } = limit;
  if (isForUnconfirmed && (isConfirmed ?? (await post.isConfirmed(tx, recipient)))) return true;
  return isWithinLimit(tx, limiterOf(post), { ...counted, countedFor: normalEmail(recipient) });
}
