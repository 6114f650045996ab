import { isUniqueViolation } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { normalEmail } from "../../platform/texts/email-address.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import { type Actor, isSignedIn } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { requireRight } from "../../policy/rights.ts";
import { lockAdmins, requireAdminLeft, requireStillAdmin } from "./admin-rights.server.ts";
import { invite, newInvitationToken } from "./invitations.server.ts";
import type { PeopleDependencies } from "./people-dependencies.ts";
import { addressTaken, findUserRecord, type UserRecord, userRecordInput } from "./user-records.ts";

/**
 * Moves a role to another address and emails it. The former address loses its rights and its
 * invitation at once. Throws "invalid", "not-found", and "conflict" for an address that has a role
 * already, for the actor's own record, and when no admin who can sign in would remain.
 */
export async function updateUserRecord(
  dependencies: PeopleDependencies,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<UserRecord> {
  requireRight(actor, "update users");
  const after = parseOrThrow(userRecordInput, input);
  const { database, clock } = dependencies;
  const token = newInvitationToken();
  const updating = database.write(async (tx) => {
    await lockAdmins(tx);
    await requireStillAdmin(tx, actor);
    const { _id, ...before } = await findUserRecord(tx, id);
    refuseGivingUpOwnRole(actor, before.userEmail, after.userEmail);
    const record = { _id, ...after };
    if (before.userEmail === after.userEmail) return record;
    const email_key = normalEmail(after.userEmail);
    const columns = { user_email: after.userEmail, email_key };
    await tx.updateTable("user_records").set(columns).where("id", "=", id).execute();
    if (normalEmail(before.userEmail) !== email_key) {
      await invite(tx, dependencies, record, actor, token);
      await requireAdminLeft(tx);
    }
    const entry = { action: "Update admin", subject: "user", subjectId: id };
    await audit(tx, actor, { ...entry, label: after.userEmail, before, after, at: clock() });
    return record;
  });
  return updating.catch((error) => {
    throw isUniqueViolation(error) ? addressTaken() : error;
  });
}

/**
 * A typing error in one's own address would lock out the person who could correct it; another admin
 * can change it.
 */
function refuseGivingUpOwnRole(actor: Actor, email: string, newEmail: string): void {
  if (!isSignedIn(actor) || normalEmail(email) !== normalEmail(actor.email)) return;
  if (normalEmail(newEmail) === normalEmail(actor.email)) return;
  const message = "This is your own role. Ask another admin to move it.";
  throw new AppError("conflict", message, { issues: [{ path: "userEmail", message }] });
}
