import type { EmailingDependencies } from "#mail/mailer.ts";
import { withdrawMails } from "#mail/outbox/withdraw-mails.server.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import { isUniqueViolation, type WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { isoTime } from "#platform/time/dates.ts";
import { type Actor, actorWithRole, isSignedIn } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { mayInSomeRoom, requireRight } from "#policy/rights.ts";
import { roleName } from "#policy/roles.ts";
import type { WayIn } from "#policy/ways-in.ts";
import { isConfirmed, storedBoolean, verifiedAmong } from "../accounts/accounts.server.ts";
import { endAfterRoleChange, losesRights } from "../ways-in/lost-role.ts";
import { auditedEnds, type EndedWays, factsOfEnded } from "../ways-in/ways-in.ts";
import { type InvitingDependencies, invite, newInvitationToken } from "./invitations.server.ts";
import {
  findUserRecord,
  insertUserRecord,
  listUserRecords,
  lockAdmins,
  type ReleaseOrders,
  requireAdminLeft,
  requireStillAdmin,
  storeUserRecord,
  type UserRecord,
  userRecordChange,
  userRecordInput,
} from "./user-records.ts";

export interface Admin extends UserRecord {
  /**
   * "active": can sign in. "invited": has a valid link to set a password. "expired": the link is no
   * longer valid.
   */
  readonly state: "active" | "invited" | "expired";
  /** In ISO 8601; null for active admins. */
  readonly invitedAt: string | null;
  readonly isYou: boolean;
}

export async function listAdmins(
  { database, clock }: Omit<EmailingDependencies, "post">,
  actor: Actor,
): Promise<Admin[]> {
  requireRight(actor, "see every user");
  const records = await listUserRecords({ database }, actor);
  const emails = records.map(({ userEmail }) => userEmail);
  const verified = await verifiedAmong(database.read, emails);
  const invitations = await database.read.selectFrom("invitations").selectAll().execute();
  const invitationOf = new Map(invitations.map((row) => [row.user_record_id, row]));
  const own = isSignedIn(actor) ? normalEmail(actor.email) : null;
  return records.map((record) => {
    const key = normalEmail(record.userEmail);
    const isYou = key === own;
    if (verified.has(key)) return { ...record, state: "active", invitedAt: null, isYou };
    const invitation = invitationOf.get(record._id);
    const isOpen = invitation !== undefined && invitation.expires_at > clock();
    const invitedAt = invitation === undefined ? null : isoTime(invitation.sent_at);
    return { ...record, state: isOpen ? "invited" : "expired", invitedAt, isYou };
  });
}

/**
 * Changes the set of admins under its lock. Throws "forbidden" when the actor is no longer an
 * admin or has to confirm again, and "conflict" for an address that already has a role.
 */
async function changeAdmins<Result>(
  { database }: Pick<EmailingDependencies, "database">,
  actor: Actor,
  change: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  requireRight(actor, "update users");
  try {
    return await database.write(async (tx) => {
      await lockAdmins(tx);
      await requireStillAdmin(tx, actor);
      return change(tx);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError(
      "conflict",
      "The person with this address already has a role. Change that role instead.",
    );
  }
}

export interface InvitedUser {
  readonly record: UserRecord;
  /**
   * Link with which the person sets a password, on a site without a mail server. It opens the
   * account, so it is shown once, to the owner who has just invited the person, and is not stored.
   */
  readonly link: string | null;
}

/**
 * Gives an email address a role, by default Admin, and emails the person. Throws "invalid", and
 * "conflict" when the address already has a role.
 */
export async function addUserRecord(
  dependencies: InvitingDependencies,
  actor: Actor,
  input: unknown,
): Promise<InvitedUser> {
  requireRight(actor, "update users");
  const { userEmail, userRole } = parseOrThrow(userRecordInput, input);
  const token = newInvitationToken();
  return changeAdmins(dependencies, actor, async (tx) => {
    const at = dependencies.clock();
    const record = await insertUserRecord(tx, userEmail, at, userRole);
    // If the email about a removal was still waiting, the person has not learned of the removal and
    // needs no invitation.
    const link = (await withdrawRemoval(tx, record, at))
      ? null
      : await invite(tx, dependencies, record, actor, token);
    const { _id: subjectId, ...after } = record;
    const entry = { action: "Add person to team", subject: "user", subjectId, label: userEmail };
    await audit(tx, actor, { ...entry, before: null, after, at });
    return { record, link };
  });
}

interface ChangeDependencies extends EmailingDependencies {
  readonly releaseOrders: ReleaseOrders;
  readonly waysIn: readonly WayIn[];
}

/** Takes the orders away from the account of an address that may no longer work on orders. */
async function releaseOrdersOf(
  tx: WriteTransaction,
  { clock, releaseOrders }: ChangeDependencies,
  actor: Actor,
  email: string,
): Promise<void> {
  const account = await tx
    .selectFrom("user")
    .select("id")
    .where("email", "=", normalEmail(email))
    .executeTakeFirst();
  if (account === undefined) return;
  await releaseOrders(tx, actor, { accountId: account.id, label: email }, clock());
}

/**
 * Delay of the email about a removal, so that an owner who undoes the removal within this time
 * stops the email.
 */
const emailDelayMs = 15_000;

/** Emails a person who has lost the role. Sends nothing to a person who was only invited. */
async function tellRemoved(
  tx: WriteTransaction,
  { post }: EmailingDependencies,
  { userEmail, userRole }: Omit<UserRecord, "_id">,
  ends: EndedWays,
  at: number,
): Promise<void> {
  const account = await confirmedAccount(tx, userEmail);
  if (account === undefined) return;
  const values = { email: userEmail, role: roleName(userRole) };
  await queueEmail(tx, post, {
    name: "removedFromTeam",
    recipient: userEmail,
    values,
    path: "/account",
    about: account.id,
    sendAt: at + emailDelayMs,
    facts: factsOfEnded(ends),
  });
}

/** Emails a person whose role has lost rights. Sends nothing to a person who was only invited. */
async function tellChanged(
  tx: WriteTransaction,
  { post }: EmailingDependencies,
  { userEmail, userRole }: Omit<UserRecord, "_id">,
  ends: EndedWays,
): Promise<void> {
  if ((await confirmedAccount(tx, userEmail)) === undefined) return;
  await queueEmail(tx, post, {
    name: "roleChanged",
    recipient: userEmail,
    values: { email: userEmail, role: roleName(userRole) },
    path: "/account",
    facts: factsOfEnded(ends),
  });
}

/** Deletes the waiting email about a removal. Returns false when no such email was waiting. */
async function withdrawRemoval(
  tx: WriteTransaction,
  { userEmail }: UserRecord,
  at: number,
): Promise<boolean> {
  const account = await confirmedAccount(tx, userEmail);
  if (account === undefined) return false;
  const mail = { about: account.id, letter: "removedFromTeam", since: at - emailDelayMs };
  return ((await withdrawMails(tx, mail)) ?? 0) > 0;
}

function confirmedAccount(tx: WriteTransaction, email: string) {
  return tx
    .selectFrom("user")
    .select("id")
    .where("email", "=", normalEmail(email))
    .where("emailVerified", "=", storedBoolean(tx, true))
    .executeTakeFirst();
}

function worksOnOrders({ userEmail, userRole }: Omit<UserRecord, "_id">): boolean {
  const somebody = actorWithRole(userRole, { accountId: "", email: userEmail });
  return mayInSomeRoom(somebody, "see order rooms");
}

/**
 * Changes a role or moves it to another email address, and emails a new person. The former address
 * loses its rights, its orders and its invitation at once. For a person who loses rights, all that
 * opens the account besides the password ends, unless the input keeps it. An omitted role stays.
 * Throws "invalid",
 * "not-found", and "conflict" for an address that already has a role, for the actor's own record,
 * and when no admin who can sign in would remain.
 */
export async function updateUserRecord(
  dependencies: ChangeDependencies & InvitingDependencies,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<InvitedUser> {
  requireRight(actor, "update users");
  const { keep, ...change } = parseOrThrow(userRecordChange, input);
  const token = newInvitationToken();
  return changeAdmins(dependencies, actor, async (tx) => {
    const { _id, ...before } = await findUserRecord(tx, id);
    const after = { ...before, ...change };
    refuseGivingUpOwnRole(actor, before, after);
    const record = { _id, ...after };
    if (before.userEmail === after.userEmail && before.userRole === after.userRole) {
      return { record, link: null };
    }
    const at = dependencies.clock();
    const isNewPerson = normalEmail(before.userEmail) !== normalEmail(after.userEmail);
    // Restarts the days to set up a second factor, because another person has the role now.
    await storeUserRecord(tx, record, isNewPerson ? at : undefined);
    const role = { before: before.userRole, after: isNewPerson ? null : after.userRole };
    const ends = await endAfterRoleChange(tx, dependencies.waysIn, {
      email: before.userEmail,
      before: role.before,
      after: role.after,
      at,
      keep,
    });
    const link = isNewPerson ? await invite(tx, dependencies, record, actor, token) : null;
    if (isNewPerson) await tellRemoved(tx, dependencies, before, ends, at);
    else if (losesRights(role)) await tellChanged(tx, dependencies, after, ends);
    if (isNewPerson || !worksOnOrders(after)) {
      await releaseOrdersOf(tx, dependencies, actor, before.userEmail);
    }
    await requireAdminLeft(tx);
    const entry = { action: "Change role", subject: "user", subjectId: id };
    await audit(tx, actor, {
      ...entry,
      label: after.userEmail,
      before,
      after: { ...after, ...auditedEnds(ends) },
      at,
    });
    return { record, link };
  });
}

/**
 * Throws "conflict" when admins change the address or the role of their own record: a mistake would
 * lock them out, and only another admin could correct the mistake.
 */
function refuseGivingUpOwnRole(
  actor: Actor,
  before: Omit<UserRecord, "_id">,
  after: Omit<UserRecord, "_id">,
): void {
  if (!isSignedIn(actor) || normalEmail(before.userEmail) !== normalEmail(actor.email)) return;
  const path =
    normalEmail(after.userEmail) !== normalEmail(actor.email)
      ? "userEmail"
      : after.userRole !== before.userRole
        ? "userRole"
        : null;
  if (path === null) return;
  const what = path === "userEmail" ? "address" : "role";
  const message = `You cannot change your own ${what} here. Ask another owner to change it.`;
  throw new AppError("conflict", message, { issues: [{ path, message }] });
}

/**
 * Revokes a role and an open invitation; the account stays. Takes effect at the next request, and
 * the person's orders are assigned to nobody. All that opens the account besides the password ends.
 * Emails the person. Returns the removed record. Throws
 * "not-found", and "conflict" when no admin who can sign in would remain.
 */
export async function removeUserRecord(
  dependencies: ChangeDependencies,
  actor: Actor,
  id: string,
): Promise<UserRecord> {
  return changeAdmins(dependencies, actor, async (tx) => {
    const record = await findUserRecord(tx, id);
    await tx.deleteFrom("user_records").where("id", "=", id).execute();
    await releaseOrdersOf(tx, dependencies, actor, record.userEmail);
    await requireAdminLeft(tx);
    const at = dependencies.clock();
    const { _id: subjectId, ...before } = record;
    const ends = await endAfterRoleChange(tx, dependencies.waysIn, {
      email: record.userEmail,
      before: record.userRole,
      after: null,
      at,
    });
    await tellRemoved(tx, dependencies, record, ends, at);
    const entry = {
      action: "Remove person from team",
      subject: "user",
      subjectId,
      label: record.userEmail,
    };
    const after = ends.ended.length === 0 ? null : auditedEnds(ends);
    await audit(tx, actor, { ...entry, before, after, at });
    return record;
  });
}

/**
 * Emails an invited person a new link; the old link becomes invalid. Throws "not-found", and
 * "conflict" for an admin who can already sign in.
 */
export async function sendInvitationAgain(
  dependencies: InvitingDependencies,
  actor: Actor,
  id: string,
): Promise<InvitedUser> {
  const token = newInvitationToken();
  return changeAdmins(dependencies, actor, async (tx) => {
    const record = await findUserRecord(tx, id);
    const { userEmail: label } = record;
    if (await isConfirmed(tx, label)) {
      throw new AppError("conflict", `${label} can already log in and needs no invitation.`);
    }
    const link = await invite(tx, dependencies, record, actor, token);
    const entry = { action: "Send invitation again", subject: "user", subjectId: id, label };
    const at = dependencies.clock();
    await audit(tx, actor, { ...entry, before: null, after: { sentTo: label }, at });
    return { record, link };
  });
}
