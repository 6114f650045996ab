import type { EmailingDependencies } from "#mail/mailer.ts";
import { queueMail } from "#mail/outbox/outbox.server.ts";
import { teamReplyTo } from "#mail/team/team-replies.ts";
import { writtenMail, writtenMailSchema } from "#mail/written-mail.ts";
import { bodyHashOf, withIdempotencyKey } from "#platform/idempotency.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import { lockAccount } from "./accounts.server.ts";

const emailSchema = writtenMailSchema("email");

/**
 * Emails a text of the team to the person of an account. `teamReplyTo` says where answers go. A
 * repeated call with the same idempotency key sends no
 * second email. Throws "forbidden", "not-found", "invalid" with an issue for each field, and
 * "key-reused" when the key was used for another email.
 */
export async function writeToCustomer(
  { database, clock, post }: EmailingDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
  idempotencyKey?: string,
): Promise<void> {
  requireRight(actor, "update customers");
  const author = requireSignedIn(actor);
  const email = parseOrThrow(emailSchema, input);
  const bodyHash = bodyHashOf({ accountId, ...email });
  const key = { key: idempotencyKey, accountId: author.accountId, bodyHash };
  await database.write((tx) =>
    withIdempotencyKey(tx, { ...key, now: clock() }, async () => {
      const person = await lockAccount(tx, accountId);
      const replyTo = await teamReplyTo(post, tx, author);
      const mail = { ...writtenMail(person.email, email), about: accountId, replyTo };
      await queueMail(tx, mail, clock());
      await audit(tx, author, {
        action: "Write to customer",
        subject: "account",
        subjectId: accountId,
        label: person.email,
        before: null,
        after: { subject: email.subject },
        at: clock(),
      });
    }),
  );
}
