import type { AdminAddress } from "../../mail/mailer.ts";
import type { Queries } from "../../platform/database/database.ts";

/** All admins with a confirmed account, sorted by account. Only they have the rights of an admin. */
export async function readAdmins(queries: Queries): Promise<readonly AdminAddress[]> {
  const rows = await queries
    .selectFrom("user_records")
    .innerJoin("user", "user.email", "user_records.email_key")
    .select(["user.id as accountId", "user.email", "user.emailVerified"])
    .where("user_role", "=", "Admin")
    .orderBy("user.id")
    .execute();
  return rows.flatMap(({ accountId, email, emailVerified }) =>
    emailVerified ? [{ accountId, email }] : [],
  );
}
