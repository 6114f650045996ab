import type { MailEvent, MailState } from "./mail-tables.server.ts";

/** An email in lists. Times are Unix milliseconds. */
export interface MailInOutbox {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly createdAt: number;
  readonly nextAttemptAt: number;
  readonly sentAt: number | null;
  readonly lastError: string | null;
  /** Name of the email template; null for an email that a person wrote. */
  readonly letter: string | null;
}

/** An email with its text and history. */
export interface WholeMail extends MailInOutbox {
  readonly text: string;
  readonly html: string;
  readonly replyTo: string | null;
  /** Oldest first. */
  readonly history: readonly MailHappening[];
}

export interface MailHappening {
  readonly event: MailEvent;
  readonly at: number;
  readonly note: string;
}

export const mailStates = ["waiting", "sent", "failed"] as const satisfies readonly MailState[];

interface ListedRow {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly created_at: number;
  readonly next_attempt_at: number;
  readonly sent_at: number | null;
  readonly last_error: string | null;
  readonly letter: string | null;
}

/** Columns that `asMailInOutbox` needs. */
export const listedColumns = [
  "id",
  "recipient",
  "subject",
  "state",
  "attempts",
  "created_at",
  "next_attempt_at",
  "sent_at",
  "last_error",
  "letter",
] as const;

export function asMailInOutbox(row: ListedRow): MailInOutbox {
  const { id, recipient, subject, state, attempts, letter } = row;
  return {
    ...{ id, recipient, subject, state, attempts, letter },
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    sentAt: row.sent_at,
    lastError: row.last_error,
  };
}
