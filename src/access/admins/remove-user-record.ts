import type { Actor } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { requireRight } from "../../policy/rights.ts";
import { lockAdmins, requireAdminLeft, requireStillAdmin } from "./admin-rights.server.ts";
import type { PeopleDependencies } from "./people-dependencies.ts";
import { findUserRecord, type UserRecord } from "./user-records.ts";

/**
 * Revokes the Admin role at the next request, with an open invitation; the account stays. Returns
 * the former record. Throws "not-found", and "conflict" when no admin who can sign in would remain.
 */
export async function removeUserRecord(
  { database, clock }: PeopleDependencies,
  actor: Actor,
  id: string,
): Promise<UserRecord> {
  requireRight(actor, "update users");
  return database.write(async (tx) => {
    await lockAdmins(tx);
    await requireStillAdmin(tx, actor);
    const record = await findUserRecord(tx, id);
    await tx.deleteFrom("user_records").where("id", "=", id).execute();
    await requireAdminLeft(tx);
    const { _id: subjectId, ...before } = record;
    const entry = { action: "Remove admin", subject: "user", subjectId, label: record.userEmail };
    await audit(tx, actor, { ...entry, before, after: null, at: clock() });
    return record;
  });
}
