import { sql } from "kysely";
import { engineOf, type WriteTransaction } from "../platform/database/database.ts";

/**
 * Locks the memberships of all companies and the roles of the team. A transaction calls this before
 * it locks an account, so that two changes of companies or roles run one after the other: two
 * people cannot remove each other, and nobody gets a role while joining a company.
 */
export async function lockCompanies(tx: WriteTransaction): Promise<void> {
  // SQLite runs one write transaction at a time.
  if (engineOf(tx) === "sqlite") return;
  await sql`lock table user_records, company_people in share row exclusive mode`.execute(tx);
}
