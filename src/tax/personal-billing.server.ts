import { companyOfAccount, peopleOfCompany } from "#companies/company-people.server.ts";
import type { PersonalData } from "#policy/personal-data.ts";
import { billingOfCompany, deleteBilling } from "./company-billing.server.ts";

/** The details for invoices go with the last person of a company; issued invoices stay. */
export const personalBilling: PersonalData = {
  name: "invoiceDetails",
  async *records(queries, { accountId }) {
    const billing = await billingOfCompany(queries, await companyOfAccount(queries, accountId));
    if (billing !== undefined) yield [{ ...billing }];
  },
  async forget(tx, { accountId }) {
    const companyId = await companyOfAccount(tx, accountId);
    const people = await peopleOfCompany(tx, companyId);
    if (people.every((one) => one.accountId === accountId)) await deleteBilling(tx, companyId);
  },
};
