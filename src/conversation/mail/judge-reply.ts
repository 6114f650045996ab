import type { JudgeMail, Verdict } from "#mail/incoming/receive-mail.ts";
import type { WaitReason } from "#mail/incoming/wait-reasons.ts";
import type { Post } from "#mail/mailer.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import {
  isWithinLimit,
  type LimitedDependencies,
  limiterOf,
  type RateLimit,
} from "#platform/rate-limit.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { addOrderMessage, auditMessage } from "../messages/send-order-message.ts";
import { replyReferences } from "../news/reply-address.ts";
import { findPasswords } from "../passwords/find-passwords.ts";
import { messageOf } from "./message-of-mail.ts";
import { reasonToWait } from "./reason-to-wait.ts";
import { type ReplyTarget, targetsOf } from "./reply-target.server.ts";

/**
 * Finds and locks the account with an email address. `compose.ts` passes the function of `access/`.
 */
type FindSender = (tx: WriteTransaction, email: string) => Promise<SignedInActor | undefined>;

export interface JudgeDependencies extends LimitedDependencies {
  readonly post: Post;
  readonly replyAddress: string;
  readonly findSender: FindSender;
  /** Address from which the site sends its emails; undefined without a mail server. */
  readonly readOwnSender: (queries: Queries) => Promise<string | undefined>;
  /** Name of the mail server whose results about senders are believed; undefined without one. */
  readonly readAuthservId: (queries: Queries) => Promise<string | undefined>;
}

/**
 * Turns a reply to an email about messages into a message. A reply that may not speak for its
 * sender waits for a decision of the team. A customer who has sent a password by mail gets an email
 * that says where to enter passwords.
 */
export function judgeReplies(dependencies: JudgeDependencies): JudgeMail {
  return async (tx, mail, mailId) => {
    const targets = await targetsOf(tx, dependencies, mail);
    const [first] = targets;
    if (first === undefined) return dropped(mail.reason ?? "unknown-address");
    if (mail.reason === "automatic" || mail.reason === "report") {
      return { ...dropped(mail.reason), order: placeOf(first) };
    }
    // Accounts are locked before orders, as in all writes about orders.
    const person = mail.sender ? await dependencies.findSender(tx, mail.sender) : undefined;
    // An answer to all can name the reply addresses of several people.
    const target = targets.find(({ isOf }) => person !== undefined && isOf(person)) ?? first;
    const order = placeOf(target);
    if (isReplyAddress(mail.sender, dependencies.replyAddress)) {
      return { ...dropped("own"), order };
    }
    if (person === undefined && (await isOwnSender(tx, dependencies, mail.sender))) {
      return { ...dropped("own"), order };
    }
    const locked = await lockOrder(tx, order.id);
    // Without an order, the text is not stored: it may be about a customer who was deleted.
    if (locked === undefined || locked.customerEmail === "") return dropped("closed");
    const at = dependencies.clock();
    const authservId = await dependencies.readAuthservId(tx);
    const { replyAddress } = dependencies;
    const isWithin = (reason: WaitReason | null) =>
      isWithinLimit(tx, limiterOf(dependencies), mailLimit(order.id, reason));
    const reply = { mail, replyAddress, target, order: locked, person, authservId, now: at };
    let reason = mail.isUnparsed ? "unparsed" : reasonToWait(reply);
    if (reason === null && !(await isWithin(null))) reason = "too-many";
    if (reason !== null && !(await isWithin(reason))) return { ...dropped("too-many"), order };
    if (reason !== null || person === undefined) return { state: "waiting", reason, order };
    const message = await addOrderMessage(
      tx,
      { order: locked, side: order.side },
      { actor: person, text: messageOf(mail), key: `email ${mailId}`, at },
    );
    if (order.side === "team") await auditMessage(tx, person, locked, message);
    else if (findPasswords(mail.text).length > 0) {
      const { post } = dependencies;
      await queueOrderEmails(tx, post, locked, [
        {
          name: "orderMessage",
          to: person.email,
          messages: passwordByMail,
          ...replyReferences(post, locked, "customer", person),
        },
      ]);
    }
    return { state: "added", reason: null, order, messageId: message.id };
  };
}

function placeOf({ order, side }: ReplyTarget): NonNullable<Verdict["order"]> {
  return { id: order.id, side };
}

const passwordByMail =
  "There is a password in your email. Email is not a safe place for it. Please add the password to the passwords on the page of your order, where it is encrypted, and change it when our work is done.";

function dropped(reason: NonNullable<Verdict["reason"]>): Verdict {
  return { state: "dropped", reason };
}

/**
 * People write fewer emails. Two programs that answer each other exceed this limit. Emails that
 * wait have a limit of their own, so that forged emails do not keep out those of the person.
 */
function mailLimit(orderId: string, reason: WaitReason | null): RateLimit {
  const name = reason === null ? "order-mails" : "waiting-order-mails";
  return { name, attempts: 20, windowMs: 60 * 60_000, countedFor: orderId };
}

function isReplyAddress(sender: string, replyAddress: string): boolean {
  return normalEmail(sender).replace(/\+[^@]*@/, "@") === replyAddress;
}

/** Whether the site sends its emails from this address. Its own emails would begin a loop. */
async function isOwnSender(
  tx: WriteTransaction,
  { readOwnSender }: JudgeDependencies,
  sender: string,
): Promise<boolean> {
  const own = await readOwnSender(tx);
  return own !== undefined && normalEmail(own) === normalEmail(sender);
}
