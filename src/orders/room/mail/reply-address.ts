import type { Post } from "../../../mail/mailer.ts";
import type { MailReferences } from "../../../mail/outbox/outbox.server.ts";
import { isSameText, signatureOf } from "../../../platform/signatures.ts";
import type { Order } from "../../order.ts";
import type { Side } from "../messages/order-message-tables.server.ts";

type SignedOrder = Pick<Order, "id" | "number" | "companyId">;

const letters = { customer: "c", team: "t" } as const;

/**
 * The token names the order and the side. For customers, the signature covers the company, because
 * only its people may answer. The token is in lower case, because mail servers may change the case
 * of an address. The signature has 24 characters, because the part before the @ has at most 64.
 */
function replyToken(secret: string, order: SignedOrder, side: Side): string {
  return `${letters[side]}${order.number}-${signature(secret, order, side)}`;
}

function signature(secret: string, { id, companyId }: SignedOrder, side: Side): string {
  const claim = ["reply-address", side, id, side === "customer" ? companyId : null];
  return Buffer.from(signatureOf(secret, claim), "base64url").toString("hex").slice(0, 24);
}

/**
 * Reply address and thread of an email about messages; empty on a site that receives no replies.
 */
export function replyReferences(
  { secret, replyAddress }: Pick<Post, "secret" | "replyAddress">,
  order: SignedOrder,
  recipient: Side,
): Pick<MailReferences, "replyTo" | "thread"> {
  if (replyAddress === undefined) return {};
  const replyTo = replyAddress.replace("@", `+${replyToken(secret, order, recipient)}@`);
  return { replyTo, thread: `order-${order.id}@furrow` };
}

export interface ReplyToken {
  readonly orderNumber: number;
  readonly side: Side;
  readonly signature: string;
}

/** The tokens of reply addresses in the headers of an email. Their signatures are not checked. */
export function replyTokensIn(recipients: string, replyAddress: string): readonly ReplyToken[] {
  const [name = "", domain = ""] = replyAddress.split("@").map(RegExp.escape);
  const pattern = new RegExp(`\\b${name}\\+([ct])([1-9]\\d{0,8})-([0-9a-f]{24})@${domain}`, "gi");
  return [...recipients.matchAll(pattern)].slice(0, mostTokens).map((found) => ({
    orderNumber: Number(found[2]),
    side: found[1]?.toLowerCase() === "c" ? "customer" : "team",
    signature: (found[3] ?? "").toLowerCase(),
  }));
}

const mostTokens = 5;

export function isTokenOf(secret: string, order: SignedOrder, token: ReplyToken): boolean {
  return isSameText(token.signature, signature(secret, order, token.side));
}
