import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { isRoleWithin } from "#policy/keys.ts";
import { requireRight } from "#policy/rights.ts";
import type { KeepableKind, WayIn } from "#policy/ways-in.ts";
import { lockAccount } from "../accounts/accounts.server.ts";
import { endKeysBeyond } from "../api-keys/api-keys-way-in.server.ts";
import { type EndedWays, endWaysIn, listWaysIn, type OpenWay } from "./ways-in.ts";

interface RoleChange {
  readonly email: string;
  readonly before: string;
  /** Null when the address has no role any more. */
  readonly after: string | null;
  readonly at: number;
  readonly keep?: readonly KeepableKind[] | undefined;
}

const nothing: EndedWays = { ended: [], kept: [] };

/** True when the role loses a right, also if it gets others. */
export function losesRights({ before, after }: Pick<RoleChange, "before" | "after">): boolean {
  return !isRoleWithin(before, after);
}

/**
 * Ends all that opens the account of a person who loses rights of the team, except what the owner
 * keeps, and in any case the API keys with the former rights. Does nothing for an account that
 * never had the role, because it has not confirmed the address.
 */
export async function endAfterRoleChange(
  tx: WriteTransaction,
  waysIn: readonly WayIn[],
  { email, before, after, at, keep }: RoleChange,
): Promise<EndedWays> {
  if (!losesRights({ before, after })) return nothing;
  const account = await tx
    .selectFrom("user")
    .select("id")
    .where("email", "=", normalEmail(email))
    .executeTakeFirst();
  const person = account && (await lockAccount(tx, account.id));
  if (!person?.emailVerified) return nothing;
  const { accountId } = person;
  const ends = await endWaysIn(tx, waysIn, { accountId, at, keep });
  await endKeysBeyond(tx, after, { accountId, at });
  return ends;
}

interface ReadDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly waysIn: readonly WayIn[];
}

/** What opens the account of a person of the team; nothing before the address is confirmed. */
export async function waysInOfRecord(
  { database, clock, waysIn }: ReadDependencies,
  actor: Actor,
  { userEmail }: { readonly userEmail: string },
): Promise<OpenWay[]> {
  requireRight(actor, "see every user");
  const account = await database.read
    .selectFrom("user")
    .select(["id", "emailVerified"])
    .where("email", "=", normalEmail(userEmail))
    .executeTakeFirst();
  if (!account?.emailVerified) return [];
  return listWaysIn(database.read, waysIn, { accountId: account.id, at: clock() });
}
