import type { Services } from "../../../compose.ts";
import { type LetterName, letters } from "../../../content/letters/letters.ts";
import type { MailInOutbox } from "../../../mail/mail-in-outbox.ts";
import { fullDateOf, isoTime } from "../../../platform/dates.ts";

export type MailRow = ReturnType<typeof mailRow>;

/** A mail as the panel's table and page show it, in the owner's time zone. */
export function mailRow(mail: MailInOutbox, timeZone: string) {
  const { id, recipient, subject, state, attempts, lastError } = mail;
  const dateOf = (at: number) => ({ full: fullDateOf(at, timeZone), iso: isoTime(at) });
  return {
    ...{ id, recipient, subject, state, attempts, lastError },
    letter: letterTitleOf(mail.letter),
    queued: dateOf(mail.createdAt),
    sent: mail.sentAt === null ? null : dateOf(mail.sentAt),
    nextAttempt: state === "waiting" ? dateOf(mail.nextAttemptAt) : null,
  };
}

/** Letters of an earlier version keep their name. */
function letterTitleOf(name: string | null): string {
  if (name === null) return "Written by hand";
  return letters[name as LetterName]?.block.title ?? name;
}

export function hasMailServer({ configuration }: Pick<Services, "configuration">): boolean {
  return configuration.smtpUrl !== undefined;
}
