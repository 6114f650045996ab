import type { LetterName } from "../../content/emails/email-templates.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { MailState } from "./mail-tables.server.ts";

/** A mail of the outbox, without its words. */
export interface MailAbout {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly state: MailState;
  /** Null for a mail that a person wrote. */
  readonly letter: LetterName | null;
  readonly queuedAt: number;
  readonly sentAt: number | null;
}

/** Every mail about an order or a message, oldest first. */
export async function mailsAbout(queries: Queries, about: string): Promise<readonly MailAbout[]> {
  const rows = await queries
    .selectFrom("mail_outbox")
    .select(["id", "recipient", "subject", "state", "letter", "created_at", "sent_at"])
    .where("about", "=", about)
    .orderBy("id")
    .execute();
  return rows.map(({ letter, created_at, sent_at, ...row }) => ({
    ...row,
    letter: letter as LetterName | null,
    queuedAt: created_at,
    sentAt: sent_at,
  }));
}
