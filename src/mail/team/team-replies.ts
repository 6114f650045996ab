import type { WriteTransaction } from "#platform/database/database.ts";
import { isSameText, signatureOf } from "#platform/signatures.ts";
import { ownerAddressOf, type Post } from "../mailer.ts";

/** A reply address of this age has expired. Each email has a new one. */
const lastsDays = 180;
const dayMs = 24 * 60 * 60_000;

/**
 * Where answers to an email go that a person of the team has written: to the messages of the site
 * or, on a site that receives no replies, to the owner's address, and without one to the author.
 */
export async function teamReplyTo(
  post: Post,
  tx: WriteTransaction,
  author: { readonly email: string },
): Promise<string> {
  const { replyAddress, secret, clock } = post;
  if (replyAddress === undefined) return (await ownerAddressOf(post, tx)) ?? author.email;
  const day = Math.floor(clock() / dayMs);
  return replyAddress.replace("@", `+m${day}-${signed(secret, day)}@`);
}

interface ReplyFacts {
  readonly secret: string;
  readonly replyAddress: string;
  readonly now: number;
}

/** Whether the headers of an email name a reply address that `teamReplyTo` has made. */
export function isReplyToTeam(
  recipients: string,
  { secret, replyAddress, now }: ReplyFacts,
): boolean {
  const [name = "", domain = ""] = replyAddress.split("@").map(RegExp.escape);
  const pattern = new RegExp(`\\b${name}\\+m(\\d{1,6})-([0-9a-f]{20})@${domain}`, "gi");
  return [...recipients.matchAll(pattern)].slice(0, mostTokens).some(([, digits, signature]) => {
    const day = Number(digits);
    const isValid = isSameText((signature ?? "").toLowerCase(), signed(secret, day));
    return isValid && now - day * dayMs <= lastsDays * dayMs;
  });
}

const mostTokens = 5;

/** Hexadecimal, because mail servers may change the case of an address. */
function signed(secret: string, day: number): string {
  const signature = signatureOf(secret, ["reply-to-team", String(day)]);
  return Buffer.from(signature, "base64url").toString("hex").slice(0, 20);
}
