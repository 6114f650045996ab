import { peopleOfCompany } from "../companies/company-people.server.ts";
import { teamAmong } from "../companies/team-apart.server.ts";
import type { Queries } from "../platform/database/database.ts";
import { type CompanyRight, type CompanyRights, everyCompanyRight } from "../policy/company.ts";
import type { Order } from "./order.ts";

export interface CompanyRecipient {
  readonly accountId: string;
  readonly address: string;
  readonly rights: CompanyRights;
}

type OfCompany = Pick<Order, "accountId" | "companyId" | "customerEmail">;

/**
 * The people of an order's company who have the right, the longest membership first. Each account
 * is in the list once, so nobody gets an email twice. A person of the team is in the list only as
 * the one person of the company who placed the order.
 */
export async function companyRecipients(
  queries: Queries,
  { accountId, companyId, customerEmail }: OfCompany,
  right: CompanyRight,
): Promise<readonly CompanyRecipient[]> {
  const people = await peopleOfCompany(queries, companyId);
  if (people.length > 0) {
    return people
      .filter(({ rights }) => rights[right])
      .filter((one) => !one.isOfTeam || (people.length === 1 && one.accountId === accountId))
      .map((one) => ({ accountId: one.accountId, address: one.email, rights: one.rights }));
  }
  // The company has no row, because it has one person. That person placed the order, or the team
  // moved the order to the person's company.
  if (accountId === companyId) {
    return [{ accountId, address: customerEmail, rights: everyCompanyRight }];
  }
  const founder = await queries
    .selectFrom("user")
    .select("email")
    .where("id", "=", companyId)
    .executeTakeFirst();
  if (founder === undefined || (await teamAmong(queries, [companyId])).size > 0) return [];
  return [{ accountId: companyId, address: founder.email, rights: everyCompanyRight }];
}
