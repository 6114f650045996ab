import { type SharedCompany, sharedCompaniesOfTeam } from "#companies/team-apart.server.ts";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";

/**
 * People of the team who share a company with a customer, or whose company has orders that a
 * customer placed: data from before Furrow refused this. Throws "forbidden".
 */
export async function listSharedCompanies(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<readonly SharedCompany[]> {
  requireRight(actor, "see customers");
  return sharedCompaniesOfTeam(database.read);
}
