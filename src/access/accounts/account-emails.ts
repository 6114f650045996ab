import type { Post } from "../../mail/mailer.ts";
import { queueEmail } from "../../mail/queue-email.server.ts";
import type { Database } from "../../platform/database/database.ts";

/** Welcome email after registration. */
export function welcomeEmail(recipient: string) {
  return {
    name: "welcome",
    recipient,
    values: { email: recipient },
    path: "/dashboard",
  } as const;
}

/** Email after a change of the password, by a reset link or in the account. */
export function passwordChangedEmail(recipient: string) {
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
 * Queues the email with the link that resets a password. Over the mailbox's limit nothing is sent,
 * without an error.
 */
export async function queueResetEmail(
  { database, post }: ResetLetterDependencies,
  recipient: string,
  token: string,
): Promise<void> {
  await database.write((tx) =>
    queueEmail(tx, post, {
      name: "resetPassword",
      recipient,
      values: { email: recipient },
      path: `/reset?token=${token}`,
    }),
  );
}
