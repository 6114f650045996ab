import type { Post } from "#mail/mailer.ts";
import type { MailReferences } from "#mail/outbox/outbox.server.ts";
import type { Order } from "#orders/order.ts";
import { isSameText, signatureOf } from "#platform/signatures.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import type { Side } from "../order-message-tables.server.ts";

/** The person who gets an email, and who alone may answer to its reply address. */
export interface Correspondent {
  /** Null for the owner's address if no account has it; its replies wait for the team. */
  readonly accountId: string | null;
  readonly email: string;
}

interface Replies extends Pick<Post, "secret" | "clock"> {
  readonly replyAddress: string | undefined;
}

/** A reply address of this age has expired. Each email has a new one. */
const lastsDays = 30;
const dayMs = 24 * 60 * 60_000;

export function isExpired(issuedAt: number, now: number): boolean {
  return now - issuedAt > lastsDays * dayMs;
}

const letters = { customer: "c", team: "t" } as const;
const lengths = { day: 4, person: 8, signature: 16 } as const;

/**
 * Reply address and thread of an email about messages; empty on a site that receives no replies.
 */
export function replyReferences(
  { secret, clock, replyAddress }: Replies,
  order: Pick<Order, "id" | "number">,
  side: Side,
  correspondent: Correspondent,
): Pick<MailReferences, "replyTo" | "thread"> {
  if (replyAddress === undefined) return {};
  const day = inDigits(BigInt(Math.floor(clock() / dayMs)), lengths.day);
  const person = personCode(secret, correspondent);
  const signature = signed(secret, order.id, { side, day, person });
  const token = `${letters[side]}${order.number}-${day}${person}${signature}`;
  const replyTo = replyAddress.replace("@", `+${token}@`);
  return { replyTo, thread: `order-${order.id}@furrow` };
}

/** What the part after the plus says. Nothing of it is checked. */
export interface ReplyToken {
  readonly orderNumber: number;
  readonly side: Side;
  /** The day since which the address is valid, as digits; "" in an address of the former kind. */
  readonly day: string;
  /** Code of the person; "" in an address of the former kind, which names no person. */
  readonly person: string;
  readonly signature: string;
}

/** The tokens of reply addresses in the headers of an email. */
export function replyTokensIn(recipients: string, replyAddress: string): readonly ReplyToken[] {
  const [name = "", domain = ""] = replyAddress.split("@").map(RegExp.escape);
  const { day, person, signature } = lengths;
  const kinds = `([0-9a-v]{${day}})([0-9a-v]{${person}})([0-9a-v]{${signature}})|([0-9a-f]{24})`;
  const pattern = new RegExp(`\\b${name}\\+([ct])([1-9]\\d{0,8})-(?:${kinds})@${domain}`, "gi");
  return [...recipients.matchAll(pattern)].slice(0, mostTokens).map((found) => {
    const [, letter = "", number, ...rest] = found.map((part) => part?.toLowerCase());
    const [ofDay = "", ofPerson = "", ofAddress = "", former = ""] = rest;
    return {
      orderNumber: Number(number),
      side: letter === letters.customer ? "customer" : "team",
      day: ofDay,
      person: ofPerson,
      signature: ofAddress || former,
    };
  });
}

const mostTokens = 5;

/**
 * Whether the author of an email wrote to the reply address, with or without the part after the
 * plus, which some mail servers drop.
 */
export function isWrittenTo(writtenTo: string, replyAddress: string): boolean {
  const [name = "", domain = ""] = replyAddress.split("@").map(RegExp.escape);
  return new RegExp(`(?<![\\w.+-])${name}(?:\\+[\\w-]+)?@${domain}(?![\\w.-])`, "i").test(
    writtenTo,
  );
}

/** Whether this site has made the token, for whichever person. */
export function isGenuine(
  secret: string,
  order: Pick<Order, "id" | "accountId" | "companyId">,
  token: ReplyToken,
): boolean {
  if (token.person !== "") return isSameText(token.signature, signed(secret, order.id, token));
  // The signature of a customer covers the company that the order had then; by default that of the
  // account that placed the order.
  const { id, accountId, companyId } = order;
  const companies = token.side === "team" ? [null] : [companyId, accountId];
  return companies.some((company) => {
    const claim = ["reply-address", token.side, id, company];
    const former = Buffer.from(signatureOf(secret, claim), "base64url").toString("hex");
    return isSameText(token.signature, former.slice(0, 24));
  });
}

/** Time from which a token of the present kind is valid. */
export function issuedAt({ day }: ReplyToken): number {
  return Number.parseInt(day, 32) * dayMs;
}

/**
 * Whether the token was made for this person. An address that the account had before does not
 * count, because somebody else may have the mailbox now.
 */
export function isTokenOf(secret: string, correspondent: Correspondent, token: ReplyToken) {
  return token.person !== "" && isSameText(token.person, personCode(secret, correspondent));
}

function signed(
  secret: string,
  orderId: string,
  { side, day, person }: Pick<ReplyToken, "side" | "day" | "person">,
): string {
  const claim = ["reply-address-of-person", side, orderId, day, person];
  return shortened(signatureOf(secret, claim), lengths.signature);
}

function personCode(secret: string, { accountId, email }: Correspondent): string {
  const claim = ["reply-person", accountId, normalEmail(email)];
  return shortened(signatureOf(secret, claim), lengths.person);
}

/** The part before the @ has at most 64 characters, so a signature has 80 bits and a code 40. */
function shortened(signature: string, length: number): string {
  const bits = BigInt(`0x${Buffer.from(signature, "base64url").toString("hex")}`);
  return inDigits(bits, length);
}

/** The last digits to the base 32, in lower case, because mail servers may change the case. */
function inDigits(number: bigint, length: number): string {
  return number.toString(32).padStart(length, "0").slice(-length);
}
