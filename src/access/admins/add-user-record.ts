import { isUniqueViolation } from "../../platform/database/database.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { Actor } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { requireRight } from "../../policy/rights.ts";
import { lockAdmins, requireStillAdmin } from "./admin-rights.server.ts";
import { invite, newInvitationToken } from "./invitations.server.ts";
import type { PeopleDependencies } from "./people-dependencies.ts";
import {
  addressTaken,
  insertUserRecord,
  type UserRecord,
  userRecordInput,
} from "./user-records.ts";

/**
 * Gives an address the Admin role and emails it. Throws "invalid", and "conflict" when it is an
 * admin already.
 */
export async function addUserRecord(
  dependencies: PeopleDependencies,
  actor: Actor,
  input: unknown,
): Promise<UserRecord> {
  requireRight(actor, "update users");
  const { userEmail } = parseOrThrow(userRecordInput, input);
  const { database, clock } = dependencies;
  const token = newInvitationToken();
  const adding = database.write(async (tx) => {
    await lockAdmins(tx);
    await requireStillAdmin(tx, actor);
    const at = clock();
    const record = await insertUserRecord(tx, userEmail, at);
    await invite(tx, dependencies, record, actor, token);
    const { _id: subjectId, ...after } = record;
    const entry = { action: "Add admin", subject: "user", subjectId, label: userEmail };
    await audit(tx, actor, { ...entry, before: null, after, at });
    return record;
  });
  return adding.catch((error) => {
    throw isUniqueViolation(error) ? addressTaken() : error;
  });
}
