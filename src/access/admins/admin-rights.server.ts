import { sql } from "kysely";
import { engineOf, type WriteTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { type Actor, isSignedIn } from "../../policy/actor.ts";
import { permissionDenied } from "../../policy/rights.ts";
import { verifiedAmong } from "../accounts/accounts.server.ts";
import { isAdminEmail } from "./user-records.ts";

/**
 * Keeps everybody else from changing who is an admin until the transaction ends. First in the
 * transaction of whatever adds, changes or removes an admin, or an admin's account.
 */
export async function lockAdmins(tx: WriteTransaction): Promise<void> {
  // SQLite has one writer, and this is it. PostgreSQL would let two look at once.
  if (engineOf(tx) === "sqlite") return;
  await sql`lock table user_records in share row exclusive mode`.execute(tx);
}

/**
 * Once more under the lock: two admins who remove each other at the same moment have both been
 * admins when they asked. Throws "forbidden".
 */
export async function requireStillAdmin(tx: WriteTransaction, actor: Actor): Promise<void> {
  if (!isSignedIn(actor) || (await isAdminEmail(tx, actor.email))) return;
  throw new AppError("forbidden", permissionDenied);
}

/**
 * At the end of such a transaction: somebody who can sign in is left to run the site, for which an
 * invitation that nobody has followed does not count. Throws "conflict".
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
    "This is the last admin who can sign in. Add another one, and wait until they have set their password.",
  );
}
