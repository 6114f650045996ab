import type { Database } from "../../platform/database/database.ts";
import { canBeId } from "../../platform/ids.ts";
import type { CustomerDetails } from "../../platform/texts/customer-details.ts";
import type { Actor } from "../../policy/actor.ts";
import type { Person } from "../../policy/personal-data.ts";
import { requireOwnOr } from "../../policy/rights.ts";
import { instantOf } from "../sessions/account-tables.server.ts";
import { noSuchAccount } from "./lock-account.server.ts";
import { selectProfile } from "./profile.ts";

/** An account with what is known of the person behind it. */
export interface AccountFacts extends Person {
  /** As it was given at registration; often "". */
  readonly name: string;
  readonly registeredAt: number;
  readonly profile: CustomerDetails | undefined;
}

/** One's own account, or anybody's for an admin. Throws "not-found". */
export async function findPerson(
  { database }: { readonly database: Database },
  actor: Actor,
  accountId: string,
): Promise<AccountFacts> {
  requireOwnOr(actor, accountId, "see every user");
  if (!canBeId(accountId)) throw noSuchAccount();
  const row = await database.read
    .selectFrom("user")
    .select(["email", "name", "emailVerified", "createdAt"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (row === undefined) throw noSuchAccount();
  return {
    accountId,
    email: row.email,
    name: row.name,
    emailVerified: Boolean(row.emailVerified),
    registeredAt: instantOf(row.createdAt),
    profile: await selectProfile(database.read, accountId),
  };
}
