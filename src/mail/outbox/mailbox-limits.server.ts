import type { EmailTemplateName } from "../../content/emails/email-templates.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { isWithinLimit, limiterOf, type RateLimit } from "../../platform/rate-limit.ts";
import { normalEmail } from "../../platform/texts/email-address.ts";
import type { Post } from "../mailer.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

interface MailboxLimit extends Omit<RateLimit, "countedFor" | "wayOut"> {
  /** Whether the limit is only for unconfirmed addresses. */
  readonly isForUnconfirmed?: boolean;
}

/**
 * For all emails to an unconfirmed address together, because anybody can register an account with
 * it.
 */
const unconfirmed: MailboxLimit = {
  ...{ name: "letters-unconfirmed", attempts: 10, windowMs: dayMs, isForUnconfirmed: true },
};

/**
 * Limits of emails that a stranger can trigger for any mailbox: enough for lost emails, too few to
 * flood the mailbox. Each template with a link has its own count, so that subscribing somebody
 * cannot block their password reset. Emails about money or about the owner's changes have no limit,
 * because a stranger cannot trigger them.
 */
const limitOf: Readonly<Partial<Record<EmailTemplateName, MailboxLimit>>> = {
  confirmSubscription: { name: "confirmation-mails", attempts: 3, windowMs: dayMs },
  resetPassword: { name: "reset-letters", attempts: 5, windowMs: hourMs },
  verifyAddress: { name: "address-letters", attempts: 5, windowMs: dayMs },
  welcome: unconfirmed,
  passwordChanged: unconfirmed,
  orderPlaced: unconfirmed,
  paymentCancelled: unconfirmed,
};

interface Addressed {
  readonly name: EmailTemplateName;
  readonly recipient: string;
  /** Whether the account has confirmed the address, if the caller knows it. */
  readonly isConfirmed?: boolean | undefined;
}

/** Counts an email to a mailbox; false when it is over the limit and must not be sent. */
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
