import type { Queries } from "../../platform/database/database.ts";
import { isTeamRole } from "../../policy/roles.ts";

/** Roles whose people work on orders; `rights.ts` lets no other role into an order's room. */
const workingRoles = ["Admin", "Manager", "Worker"] as const;

/** Confirmed accounts of everybody who can work on orders, in the order of their addresses. */
export async function readAssignees(queries: Queries) {
  const rows = await queries
    .selectFrom("user_records")
    .innerJoin("user", "email", "email_key")
    .select(["user.id as accountId", "email", "name", "emailVerified", "user_role as role"])
    .where("user_role", "in", workingRoles)
    .orderBy("email_key")
    .execute();
  return rows.flatMap(({ accountId, email, name, emailVerified, role }) =>
    emailVerified && isTeamRole(role) ? [{ accountId, email, name, role }] : [],
  );
}
