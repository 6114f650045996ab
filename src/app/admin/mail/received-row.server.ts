import { reasonInWords } from "../../../mail/incoming/drop-reasons.ts";
import type { ReceivedMail } from "../../../mail/incoming/read-incoming-mails.ts";
import type { DateReader } from "../../../platform/time/dates.ts";
import { instantOf } from "./mail-row.server.ts";

export type ReceivedRow = ReturnType<typeof receivedRow>;

export function receivedRow(mail: ReceivedMail, reader: DateReader) {
  const { id, sender, subject, state, orderId, side, repeats } = mail;
  return {
    ...{ id, sender, subject, state, orderId, side, repeats },
    received: instantOf(mail.receivedAt, reader),
    reason: reasonInWords(mail.reason),
  };
}
