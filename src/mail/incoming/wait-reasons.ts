import { dropReasons } from "./drop-reasons.ts";

/**
 * Why an email about an order waits for a decision of the team, as sentences for the team. `from`
 * is the sender that the email names.
 */
export const waitReasons = {
  "other-sender": (from: string) =>
    `It was sent to the reply address of another person than ${from}.`,
  "unclear-sender": () =>
    "It does not name exactly one sender in a clear way, so somebody may be pretending to be another person.",
  "dmarc-failed": (from: string) =>
    `The sender could not be verified (DMARC failed). Somebody may be pretending to be ${from}.`,
  "spf-failed": (from: string) =>
    `The sender could not be verified (SPF failed). Somebody may be pretending to be ${from}.`,
  "not-checked": (from: string) =>
    `Your mail server did not say whether the email really comes from ${from}. Somebody may be pretending to be this person.`,
  "not-verified": (from: string) =>
    `It would speak for the team, but nothing proves that it comes from ${from}: the sender’s domain does not use DMARC.`,
  "sent-on": (from: string) =>
    `It was not written to the site: neither To nor Cc names the reply address. Somebody may have sent on an older email of ${from}.`,
  unparsed: (from: string) =>
    `It is built in a way that takes too long to read. It says that it is from ${from}. Read it as it arrived before you decide.`,
  "no-right": (from: string) => `${from} no longer has the right to write about this order.`,
  "old-address": () =>
    "Its reply address has expired. Each email has a new one, which works for 30 days.",
  "unnamed-address": () => "It answers an old email, whose reply address names no person.",
  "no-address": (from: string) =>
    `It answers an email about the order, but was not sent to the reply address of ${from}.`,
  // A person may have written these emails, so they are not dropped if they name an order.
  bulk: () => dropReasons.bulk,
  unreadable: () => dropReasons.unreadable,
  "too-large": () => dropReasons["too-large"],
  empty: () => dropReasons.empty,
  closed: () => dropReasons.closed,
  "too-many": () => dropReasons["too-many"],
} as const satisfies Record<string, (from: string) => string>;

export type WaitReason = keyof typeof waitReasons;

/** Reasons for which the named sender may be somebody else. */
const warnings: readonly string[] = [
  "unclear-sender",
  "dmarc-failed",
  "spf-failed",
  "not-checked",
  "sent-on",
] satisfies readonly WaitReason[];

export function isWarning(reason: string | null): boolean {
  return reason !== null && warnings.includes(reason);
}
