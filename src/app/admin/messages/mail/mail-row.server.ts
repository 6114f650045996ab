import type { Services } from "#compose.ts";
import { type EmailTemplateName, emailTemplates } from "#content/emails/email-templates.ts";
import type { MailInOutbox } from "#mail/outbox/read-mails.ts";
import { type DateReader, dateOf, fullDateOf, isoTime } from "#platform/time/dates.ts";
import { hasMailServer as isMailServerSet } from "#settings/stored-settings.server.ts";

export type MailRow = ReturnType<typeof mailRow>;

export function mailRow(mail: MailInOutbox, reader: DateReader, hasServer: boolean) {
  const { id, recipient, subject, state, attempts, lastError } = mail;
  const instant = (at: number) => instantOf(at, reader);
  return {
    id,
    recipient,
    subject,
    state,
    attempts,
    lastError,
    letter: letterTitleOf(mail.letter),
    queued: instant(mail.createdAt),
    sent: mail.sentAt === null ? null : instant(mail.sentAt),
    waitsForServer: state === "waiting" && !hasServer,
    nextAttempt: mail.nextAttemptAt === null ? null : instant(mail.nextAttemptAt),
  };
}

export type Instant = ReturnType<typeof instantOf>;

export function instantOf(at: number, reader: DateReader) {
  return { date: dateOf(at, reader.timeZone), full: fullDateOf(at, reader), iso: isoTime(at) };
}

/**
 * Returns the title of the template, or its key if an earlier version of Furrow sent the email from
 * a template that no longer exists.
 */
function letterTitleOf(name: string | null): string {
  if (name === null) return "Written by the team";
  return emailTemplates[name as EmailTemplateName]?.block.title ?? name;
}

export function hasMailServer({
  configuration,
  database,
}: Pick<Services, "configuration" | "database">): Promise<boolean> {
  return isMailServerSet(configuration, database.read);
}
