import { AppError } from "../../platform/errors.ts";
import type { Actor } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { requireRight } from "../../policy/rights.ts";
import { isConfirmed } from "../accounts/accounts.server.ts";
import { lockAdmins, requireStillAdmin } from "./admin-rights.server.ts";
import { invite, newInvitationToken } from "./invitations.server.ts";
import type { PeopleDependencies } from "./people-dependencies.ts";
import { findUserRecord, type UserRecord } from "./user-records.ts";

/**
 * Sends somebody who was invited a new link; the one before ends. Throws "not-found", and "conflict"
 * for an admin who can sign in already.
 */
export async function sendInvitationAgain(
  dependencies: PeopleDependencies,
  actor: Actor,
  id: string,
): Promise<UserRecord> {
  requireRight(actor, "update users");
  const { database, clock } = dependencies;
  const token = newInvitationToken();
  return database.write(async (tx) => {
    await lockAdmins(tx);
    await requireStillAdmin(tx, actor);
    const record = await findUserRecord(tx, id);
    const { userEmail: label } = record;
    if (await isConfirmed(tx, label)) {
      throw new AppError("conflict", `${label} can sign in already and needs no invitation.`);
    }
    await invite(tx, dependencies, record, actor, token);
    const entry = { action: "Send invitation again", subject: "user", subjectId: id, label };
    await audit(tx, actor, { ...entry, before: null, after: { sentTo: label }, at: clock() });
    return record;
  });
}
