import { type DropReason, dropReasons } from "./drop-reasons.ts";
import type { ReceivedMail } from "./read-incoming-mails.ts";
import { type WaitReason, waitReasons } from "./wait-reasons.ts";

/** Why an email waits or was dropped, as sentences; "" for an email that was added at once. */
export function reasonInWords({
  state,
  reason,
  sender,
}: Pick<ReceivedMail, "state" | "reason" | "sender">): string {
  if (reason === null) return state === "waiting" ? waitedBefore : "";
  if (Object.hasOwn(waitReasons, reason)) {
    return waitReasons[reason as WaitReason](sender || "the sender");
  }
  // A later version of Furrow may have stored a reason that this version does not know.
  return Object.hasOwn(dropReasons, reason) ? dropReasons[reason as DropReason] : reason;
}

/** Earlier versions stored no reason, because an email waited for this reason only. */
const waitedBefore = "It came from an unexpected address.";
