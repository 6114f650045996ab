import type { Database } from "../../platform/database/database.ts";

const keptForMs = 400 * 24 * 60 * 60 * 1000;
const atOnce = 200;

/**
 * Deletes emails that were sent or given up more than a year ago, a limited number at a time; true
 * when there may be more.
 */
export async function forgetOldMails(database: Database, now: number): Promise<boolean> {
  const old = await database.read
    .selectFrom("mail_outbox")
    .select("id")
    .where("state", "in", ["sent", "failed"])
    .where("next_attempt_at", "<", now - keptForMs)
    .limit(atOnce)
    .execute();
  if (old.length === 0) return false;
  const ids = old.map(({ id }) => id);
  await database.write((tx) =>
    tx
      .deleteFrom("mail_outbox")
      .where("id", "in", ids)
      // Checked again, because an admin may have sent the email again meanwhile.
      .where("state", "!=", "waiting")
      .execute(),
  );
  return old.length === atOnce;
}
