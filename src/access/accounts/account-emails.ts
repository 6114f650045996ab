import type { Post } from "../../mail/mailer.ts";
import { queueLetter } from "../../mail/queue-email.server.ts";
import type { Database } from "../../platform/database/database.ts";

/** The letter to whoever has just registered. */
export function welcomeLetter(recipient: string) {
  return {
    name: "welcome",
    recipient,
    values: { email: recipient },
    path: "/dashboard",
  } as const;
}

/** The letter to whoever has another password now, by a link or by the one before. */
export function passwordChangedLetter(recipient: string) {
  return {
    name: "passwordChanged",
    recipient,
    values: { email: recipient },
    path: "/reset",
  } as const;
}

interface ResetLetterDependencies {
  readonly database: Database;
  readonly post: Post;
}

/**
 * Puts the letter that leads to the page which sets a new password into the outbox. Over the limit of
 * its mailbox nothing is sent, and nobody is told.
 */
export async function queueResetLetter(
  { database, post }: ResetLetterDependencies,
  recipient: string,
  token: string,
): Promise<void> {
  await database.write((tx) =>
    queueLetter(tx, post, {
      name: "resetPassword",
      recipient,
      values: { email: recipient },
      path: `/reset?token=${token}`,
    }),
  );
}
