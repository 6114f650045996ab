import { sql } from "kysely";
import { deleteEmailsAbout } from "#mail/outbox/personal-mails.server.ts";
import type { Queries } from "#platform/database/database.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Person, PersonalData } from "#policy/personal-data.ts";

/**
 * Checks whose report went to the person's confirmed address, that led to their order, or that the
 * team has tagged with the person.
 */
export const personalChecks: PersonalData = {
  name: "siteChecks",
  async *records(queries, person) {
    const rows = await checksOf(queries, person);
    yield rows.map((row) => ({
      website: row.website,
      at: isoTime(row.requested_at),
      email: row.email,
      refusal: row.refusal,
    }));
  },
  async forget(tx, person) {
    const ids = (await checksOf(tx, person)).map(({ id }) => id);
    if (ids.length === 0) return;
    await tx.deleteFrom("site_checks").where("id", "in", ids).execute();
    await deleteEmailsAbout(tx, ids);
  },
};

/**
 * Returns a short list: rate limits and the retention of 90 days keep the number of checks small.
 */
async function checksOf(queries: Queries, { accountId, email, emailVerified }: Person) {
  const columns = ["id", "website", "requested_at", "email", "refusal"] as const;
  const ofAccount = await queries
    .selectFrom("site_checks")
    .select(columns)
    .where("account_id", "=", accountId)
    .execute();
  if (!emailVerified) return ofAccount;
  const ofEmail = await queries
    .selectFrom("site_checks")
    .select(columns)
    .where("email", "<>", "")
    .where(sql`lower(email)`, "=", normalEmail(email))
    .execute();
  const ofPerson = await queries
    .selectFrom("site_checks")
    .select(columns)
    .where("person_email", "<>", "")
    .where(sql`lower(person_email)`, "=", normalEmail(email))
    .execute();
  return [...new Map([...ofAccount, ...ofEmail, ...ofPerson].map((row) => [row.id, row])).values()];
}
