import type { Post } from "../mail/post.ts";
import { queueLetter } from "../mail/queue-letter.server.ts";
import type { Database } from "../platform/database.ts";
import { normalEmail } from "../platform/email-address.ts";
import { isWithinLimit, type LimitedDependencies, limiterOf } from "../platform/rate-limit.ts";

interface ResetLetterDependencies extends LimitedDependencies {
  readonly database: Database;
  readonly post: Post;
}

/** Enough for mails that were lost, too little to fill a mailbox from however many addresses. */
const lettersAnHour = 5;

/**
 * Puts the letter that leads to the page which sets a new password into the outbox. Over the limit of
 * its mailbox nothing is sent, and nobody is told.
 */
export async function queueResetLetter(
  dependencies: ResetLetterDependencies,
  recipient: string,
  token: string,
): Promise<void> {
  const limit = {
    name: "reset-letters",
    attempts: lettersAnHour,
    windowMs: 60 * 60_000,
    countedFor: normalEmail(recipient),
  };
  await dependencies.database.write(async (tx) => {
    if (!(await isWithinLimit(tx, limiterOf(dependencies), limit))) return;
    await queueLetter(tx, dependencies.post, {
      name: "resetPassword",
      recipient,
      values: { email: recipient },
      path: `/reset?token=${token}`,
    });
  });
}
