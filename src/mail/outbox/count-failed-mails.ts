import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";

/** Beyond it nobody cares for the exact number, and nothing is to count it at each look. */
export const manyFailedMails = 100;

/** How many mails were given up; at most `manyFailedMails`. */
export async function countFailedMails(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<number> {
  requireRight(actor, "see mails");
  const failed = await database.read
    .selectFrom("mail_outbox")
    .select("id")
    .where("state", "=", "failed")
    .limit(manyFailedMails)
    .execute();
  return failed.length;
}
