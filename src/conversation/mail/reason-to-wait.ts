import type { IncomingMail } from "#mail/incoming/parse-incoming-mail.ts";
import { checkSender } from "#mail/incoming/sender-check.ts";
import type { WaitReason } from "#mail/incoming/wait-reasons.ts";
import type { Order } from "#orders/order.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { mayInCompany, mayInRoom } from "#policy/rights.ts";
import { isExpired, isWrittenTo } from "../news/reply-address.ts";
import { closedBecause } from "../order-message.ts";
import type { Side } from "../order-message-tables.server.ts";
import type { ReplyTarget } from "./reply-target.server.ts";

export interface Reply {
  readonly mail: Pick<
    IncomingMail,
    "sender" | "authenticationResults" | "writtenTo" | "reason" | "text" | "attachments"
  >;
  readonly replyAddress: string;
  readonly target: Omit<ReplyTarget, "order">;
  /** The order as it is now. */
  readonly order: Order;
  /** The account with the sender's address, with its present role and company. */
  readonly person: SignedInActor | undefined;
  /** Name of the mail server whose results about the sender are believed. */
  readonly authservId: string | undefined;
  readonly now: number;
}

/**
 * Why an email may not speak for its sender and waits for the team; null for an email that may.
 * A From header can be forged, and reply addresses and Message-IDs are seen by everybody to whom an
 * email is passed on. So an email speaks only with the sender's own address, a present right and a
 * sender whom the mail server does not reject. For the team, or without the address, the mail
 * server must also have verified the sender. An old email with a valid signature can be sent on, so
 * its author must have written to the site.
 */
export function reasonToWait(reply: Reply): WaitReason | null {
  const { mail, target, order, person, authservId, now, replyAddress } = reply;
  if (mail.sender === "") return "unclear-sender";
  const check =
    authservId === undefined
      ? "not-configured"
      : checkSender(mail.authenticationResults, authservId, mail.sender);
  if (check === "dmarc-failed" || check === "spf-failed" || check === "not-checked") return check;
  if (target.by === "unnamed-address") return "unnamed-address";
  if (person === undefined || !target.isOf(person)) return "other-sender";
  if (!mayWrite(person, order, target.side)) return "no-right";
  if (isExpired(target.since, now)) return "old-address";
  if (target.by === "reference" && (target.side === "team" || check !== "verified")) {
    return "no-address";
  }
  if (target.side === "team" && check === "unprotected") return "not-verified";
  if (!isWrittenTo(mail.writtenTo, replyAddress)) return "sent-on";
  return unclearContent(reply);
}

/** Why nobody can say without reading the email whether it is a message of its sender. */
function unclearContent({ mail, order }: Reply): WaitReason | null {
  const { reason } = mail;
  if (reason === "bulk" || reason === "unreadable" || reason === "too-large") return reason;
  if (closedBecause(order) !== null) return "closed";
  return mail.text === "" && mail.attachments === 0 ? "empty" : null;
}

/** Somebody who has lost the role, or the assignment, does not write for the team any more. */
function mayWrite(person: SignedInActor, order: Order, side: Side): boolean {
  return side === "team"
    ? mayInRoom(person, "write order messages", order)
    : mayInCompany(person, "orders", order);
}
