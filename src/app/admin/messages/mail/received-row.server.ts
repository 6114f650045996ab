import type { ReceivedMail } from "#mail/incoming/read-incoming-mails.ts";
import { reasonInWords } from "#mail/incoming/reason-in-words.ts";
import { isWarning } from "#mail/incoming/wait-reasons.ts";
import type { DateReader } from "#platform/time/dates.ts";
import { instantOf } from "./mail-row.server.ts";

export type ReceivedRow = ReturnType<typeof receivedRow>;

export function receivedRow(mail: ReceivedMail, reader: DateReader) {
  const { id, sender, subject, state, orderId, side, repeats } = mail;
  return {
    id,
    sender,
    subject,
    state,
    orderId,
    side,
    repeats,
    received: instantOf(mail.receivedAt, reader),
    reason: reasonInWords(mail),
    /** True when the named sender may be somebody else. */
    isWarning: isWarning(mail.reason),
  };
}
