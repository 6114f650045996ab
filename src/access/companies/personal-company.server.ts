import {
  companyOfAccount,
  deleteCompany,
  nameOfCompany,
  peopleOfCompany,
} from "#companies/company-people.server.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";

/** The company that a person belongs to, and the invitations of the person. */
export const personalCompany: PersonalData = {
  name: "company",
  async *records(queries, { accountId, email, emailVerified }) {
    const companyId = await companyOfAccount(queries, accountId);
    const people = await peopleOfCompany(queries, companyId);
    const own = people.find((one) => one.accountId === accountId);
    if (own !== undefined) {
      const name = await nameOfCompany(queries, companyId);
      yield [{ name, rights: { ...own.rights }, since: isoTime(own.since) }];
    }
    if (!emailVerified) return;
    const invitations = await queries
      .selectFrom("company_invitations")
      .select(["email", "sent_at"])
      .where("email_key", "=", normalEmail(email))
      .execute();
    yield invitations.map((row) => ({ invited: row.email, at: isoTime(row.sent_at) }));
  },
  /**
   * Must run after the `forget` of the orders, which hands the orders over to the other people of
   * the company.
   */
  async forget(tx, { accountId, email, emailVerified }) {
    const company = await companyOfAccount(tx, accountId);
    await tx.deleteFrom("company_people").where("account_id", "=", accountId).execute();
    if ((await peopleOfCompany(tx, company)).length === 0) await deleteCompany(tx, company);
    if (!emailVerified) return;
    await tx
      .deleteFrom("company_invitations")
      .where("email_key", "=", normalEmail(email))
      .execute();
  },
};
