import { sql } from "kysely";
import { engineOf, type WriteTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { type Actor, isSignedIn } from "../../policy/actor.ts";
import { permissionDenied } from "../../policy/rights.ts";
import { verifiedAmong } from "../accounts/accounts.server.ts";
import { isAdminEmail } from "./user-records.ts";

/**
 * Locks the set of admins until the transaction ends. Comes first in every transaction that adds,
 * changes or removes an admin or an admin's account.
 */
export async function lockAdmins(tx: WriteTransaction): Promise<void> {
  // SQLite has one writer. PostgreSQL would let two transactions read the same state.
  if (engineOf(tx) === "sqlite") return;
  await sql`lock table user_records in share row exclusive mode`.execute(tx);
}

/**
 * Checks the role again under the lock: of two admins who remove each other, both were admins when
 * they started. Throws "forbidden".
 */
export async function requireStillAdmin(tx: WriteTransaction, actor: Actor): Promise<void> {
  if (!isSignedIn(actor) || (await isAdminEmail(tx, actor.email))) return;
  throw new AppError("forbidden", permissionDenied);
}

/**
 * At the end of such a transaction: checks that an admin who can sign in remains. Open invitations
 * do not count. Throws "conflict".
 */
export async function requireAdminLeft(tx: WriteTransaction): Promise<void> {
  const admins = await tx
    .selectFrom("user_records")
    .select("email_key")
    .where("user_role", "=", "Admin")
    .execute();
  const emails = admins.map(({ email_key }) => email_key);
  if (emails.length > 0 && (await verifiedAmong(tx, emails)).size > 0) return;
  throw new AppError(
    "conflict",
    "This is the last admin who can sign in. Add another admin first and wait until they have set their password.",
  );
}
