import type { IncomingMail } from "../../../mail/incoming/parse-incoming-mail.ts";
import type { JudgeMail, Verdict } from "../../../mail/incoming/receive-mail.ts";
import type { Post } from "../../../mail/mailer.ts";
import type { Queries, WriteTransaction } from "../../../platform/database/database.ts";
import {
  isWithinLimit,
  type LimitedDependencies,
  limiterOf,
  type RateLimit,
} from "../../../platform/rate-limit.ts";
import { normalEmail } from "../../../platform/texts/email-address.ts";
import type { SignedInActor } from "../../../policy/actor.ts";
import { mayInCompany, mayInRoom } from "../../../policy/rights.ts";
import type { Order } from "../../order.ts";
import { queueOrderEmails } from "../../order-emails.server.ts";
import { lockOrder, selectOrder, selectOrdersByNumber } from "../../order-store.server.ts";
import { closedBecause } from "../messages/order-message.ts";
import type { Side } from "../messages/order-message-tables.server.ts";
import { addOrderMessage, auditMessage } from "../messages/send-order-message.ts";
import { findPasswords } from "../secrets/find-passwords.ts";
import { messageOf } from "./message-of-mail.ts";
import { isTokenOf, replyReferences, replyTokensIn } from "./reply-address.ts";

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
}

/**
 * Turns a reply to an email about messages into a message. A reply whose sender is not the person
 * of the reply address waits for a decision of the team. A customer who has sent a password by mail
 * gets an email that says where to enter passwords.
 */
export function judgeReplies(dependencies: JudgeDependencies): JudgeMail {
  return async (tx, mail, mailId) => {
    const target = await targetOf(tx, dependencies, mail);
    if (target === undefined) return dropped(mail.reason ?? "unknown-address");
    const { side } = target;
    const order = { id: target.order.id, side };
    if (mail.reason !== null) return { ...dropped(mail.reason), order };
    if (isReplyAddress(mail.sender, dependencies.replyAddress)) {
      return { ...dropped("own"), order };
    }
    if (mail.text === "" && mail.attachments === 0) return { ...dropped("empty"), order };
    // Accounts are locked before orders, as in all writes about orders.
    const sender = await dependencies.findSender(tx, mail.sender);
    const locked = await lockOrder(tx, order.id);
    if (locked === undefined || closedBecause(locked) !== null) {
      return { ...dropped("closed"), order };
    }
    if (!(await isWithinLimit(tx, limiterOf(dependencies), mailLimit(order.id)))) {
      return { ...dropped("too-many"), order };
    }
    if (sender === undefined || !isPersonOf(sender, locked, side)) {
      const own = await dependencies.readOwnSender(tx);
      if (own !== undefined && normalEmail(own) === normalEmail(mail.sender)) {
        return { ...dropped("own"), order };
      }
      return { state: "waiting", reason: null, order };
    }
    const at = dependencies.clock();
    const message = await addOrderMessage(
      tx,
      { order: locked, side },
      { actor: sender, text: messageOf(mail), key: `email ${mailId}`, at },
    );
    if (side === "team") await auditMessage(tx, sender, locked, message);
    else if (findPasswords(mail.text).length > 0) {
      const { post } = dependencies;
      await queueOrderEmails(tx, post, locked, [
        {
          name: "orderMessage",
          to: sender.email,
          ...{ messages: passwordByMail, ...replyReferences(post, locked, "customer") },
        },
      ]);
    }
    return { state: "added", reason: null, order, messageId: message.id };
  };
}

const passwordByMail =
  "There is a password in your email. Email is not a safe place for it. Please add the password to the passwords on the page of your order, where it is encrypted, and change it when our work is done.";

function dropped(reason: NonNullable<Verdict["reason"]>): Verdict {
  return { state: "dropped", reason };
}

/** People write fewer emails. Two programs that answer each other exceed this limit. */
function mailLimit(orderId: string): RateLimit {
  return { name: "order-mails", attempts: 20, windowMs: 60 * 60_000, countedFor: orderId };
}

/** Somebody who has lost the role, or the assignment, does not write for the team any more. */
function isPersonOf(sender: SignedInActor, order: Order, side: Side): boolean {
  return side === "team"
    ? mayInRoom(sender, "write order messages", order)
    : mayInCompany(sender, "orders", order);
}

function isReplyAddress(sender: string, replyAddress: string): boolean {
  return normalEmail(sender).replace(/\+[^@]*@/, "@") === replyAddress;
}

interface Target {
  readonly order: Order;
  readonly side: Side;
}

/** Emails that a person can answer, each with the side that gets it. */
const answeredLetters: Readonly<Record<string, Side>> = {
  orderMessage: "customer",
  orderNews: "customer",
  orderMessageOwner: "team",
  orderNewsOwner: "team",
  orderNewsWorker: "team",
  orderAssigned: "team",
};

/**
 * The order that an email answers: by the token of the reply address or, where mail servers drop
 * the part after the plus, by the Message-ID of an email that the site has sent.
 */
async function targetOf(
  tx: WriteTransaction,
  { secret, replyAddress }: JudgeDependencies,
  { recipients, answers }: IncomingMail,
): Promise<Target | undefined> {
  for (const token of replyTokensIn(recipients, replyAddress)) {
    const [order] = await selectOrdersByNumber(tx, [token.orderNumber]);
    if (order !== undefined && isTokenOf(secret, order, token)) return { order, side: token.side };
  }
  const ids = answers.flatMap((id) => /^([\da-f-]{36})@furrow$/.exec(id)?.[1] ?? []);
  if (ids.length === 0) return undefined;
  const mails = await tx
    .selectFrom("mail_outbox")
    .select(["id", "about", "letter"])
    .where("id", "in", ids)
    .where("letter", "in", Object.keys(answeredLetters))
    .execute();
  const [latest] = mails.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  const order = latest?.about ? await selectOrder(tx, latest.about) : undefined;
  return order && { order, side: answeredLetters[latest?.letter ?? ""] ?? "team" };
}
