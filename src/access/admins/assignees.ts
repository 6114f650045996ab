import { engineOf, type Queries, type WriteTransaction } from "#platform/database/database.ts";
import { actorWithRole } from "#policy/actor.ts";
import { mayInSomeRoom } from "#policy/rights.ts";
import { isTeamRole, type TeamRole, teamRoles } from "#policy/roles.ts";
import { missingSecondFactor } from "../second-factor/missing-second-factor.server.ts";

/** Roles whose people can work on orders, because they may see at least some rooms. */
const workingRoles = teamRoles.filter((role) =>
  mayInSomeRoom(actorWithRole(role, { accountId: "", email: "" }), "see order rooms"),
);

/**
 * Confirmed accounts of everybody who can work on orders, in the order of their addresses, each with
 * the missing second factor that withholds the rights of the role.
 */
export function readAssignees(queries: Queries) {
  return readTeamOf(queries, workingRoles);
}

/** Like `readAssignees`, for everybody with a role. */
export function readTeam(queries: Queries) {
  return readTeamOf(queries, teamRoles);
}

async function readTeamOf(queries: Queries, roles: readonly TeamRole[]) {
  const rows = await queries
    .selectFrom("user_records")
    .innerJoin("user", "email", "email_key")
    .leftJoin("settings", (join) =>
      join.on("settings.name", "=", "staffSecondFactor").on("settings.value", "=", "true"),
    )
    .select(["user.id as accountId", "email", "user.name", "emailVerified", "user_role as role"])
    .select([
      "twoFactorEnabled",
      "user_records.created_at as roleSince",
      "settings.changed_at as requiredSince",
    ])
    .where("user_role", "in", roles)
    .orderBy("email_key")
    .execute();
  return rows.flatMap(({ accountId, email, name, emailVerified, role, ...facts }) =>
    emailVerified && isTeamRole(role)
      ? [{ accountId, email, name, role, ...missingSecondFactor(facts) }]
      : [],
  );
}

/**
 * Like `readAssignees`, and locks the role of one account until the transaction ends. SQLite runs
 * one write transaction at a time. On PostgreSQL, an order could otherwise be assigned to somebody
 * whose role is taken away at the same time.
 */
export async function lockAssignee(tx: WriteTransaction, accountId: string) {
  if (engineOf(tx) === "postgres") {
    await tx
      .selectFrom("user_records")
      .innerJoin("user", "email", "email_key")
      .select("user_records.id")
      .where("user.id", "=", accountId)
      .forShare("user_records")
      .execute();
  }
  return readAssignees(tx);
}

/** Address of the admin who has had the role for the longest time and can sign in. */
export async function readFirstAdmin(queries: Queries): Promise<string | undefined> {
  const rows = await queries
    .selectFrom("user_records")
    .innerJoin("user", "email", "email_key")
    .select(["email", "emailVerified"])
    .where("user_role", "=", "Admin")
    .orderBy("user_records.created_at")
    .orderBy("email_key")
    .execute();
  return rows.find(({ emailVerified }) => Boolean(emailVerified))?.email;
}
