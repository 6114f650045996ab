import type { Database } from "#platform/database/database.ts";

interface Wanted {
  readonly letter?: string;
  readonly to?: string;
  readonly about?: string;
}

/** Emails in the outbox, oldest first, such as those of one template or to one recipient. */
export async function queuedEmails({ read }: Database, { letter, to, about }: Wanted = {}) {
  const rows = await read
    .selectFrom("mail_outbox")
    .select(["id", "letter", "recipient", "subject", "text_body as text", "about", "reply_to"])
    .orderBy("id")
    .execute();
  return rows
    .map((row) => ({ ...row, letter: row.letter ?? "" }))
    .filter((row) => letter === undefined || row.letter === letter)
    .filter((row) => to === undefined || row.recipient === to)
    .filter((row) => about === undefined || row.about === about);
}
