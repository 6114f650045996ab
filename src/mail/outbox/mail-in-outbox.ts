import type { MailEvent, MailState } from "./mail-tables.server.ts";

/** A mail as lists show it. Times are in milliseconds. */
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
  /** The letter's name; null for a mail that a person wrote. */
  readonly letter: string | null;
}

/** A mail with all that it says, and what has happened to it. */
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

/** The columns of which `asMailInOutbox` makes a mail. */
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
