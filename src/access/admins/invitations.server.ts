import { createHash, randomBytes } from "node:crypto";
import type { EmailingDependencies } from "../../mail/mailer.ts";
import { queueEmail } from "../../mail/queue-email.server.ts";
import type { Database, Queries, WriteTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { type Actor, authorOf } from "../../policy/actor.ts";
import { hashPassword, isConfirmed, takeAccount } from "../accounts/accounts.server.ts";
import { requireGoodPassword } from "../sessions/credential-rules.ts";
import type { AccessDependencies, Credentials } from "../sessions/sign-in.ts";
import type { UserRecord } from "./user-records.ts";

const invitationMs = 7 * 24 * 60 * 60 * 1000;

/** Created before the transaction, which may run more than once. */
export function newInvitationToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Emails the person of a record in the transaction that creates it. Without a verified account, the
 * email contains a link to set a password, which replaces any earlier link; with one, it announces
 * the role, and the person signs in as usual.
 */
export async function invite(
  tx: WriteTransaction,
  { post, clock }: EmailingDependencies,
  record: UserRecord,
  actor: Actor,
  token: string,
): Promise<void> {
  const { _id, userEmail } = record;
  const recipient = {
    recipient: userEmail,
    values: { email: userEmail, invitedBy: authorOf(actor) },
  };
  await tx.deleteFrom("invitations").where("user_record_id", "=", _id).execute();
  if (await isConfirmed(tx, userEmail)) {
    await queueEmail(tx, post, { name: "madeAdmin", ...recipient, path: "/admin" });
    return;
  }
  const sent_at = clock();
  const times = { sent_at, expires_at: sent_at + invitationMs };
  await tx
    .insertInto("invitations")
    .values({ user_record_id: _id, token_hash: hashOf(token), ...times })
    .execute();
  const path = `/invitation?token=${token}`;
  await queueEmail(tx, post, { name: "invitation", ...recipient, path });
}

/** Address of an open invitation; undefined for a token that is invalid or expired. */
async function invitedEmail(
  queries: Queries,
  token: string,
  now: number,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom("invitations")
    .innerJoin("user_records", "user_records.id", "invitations.user_record_id")
    .select("user_email")
    .where("token_hash", "=", hashOf(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.user_email;
}

/** Consumes an invitation; of several simultaneous calls one returns true. */
export async function spendInvitation(tx: WriteTransaction, token: string): Promise<boolean> {
  const used = await tx
    .deleteFrom("invitations")
    .where("token_hash", "=", hashOf(token))
    .executeTakeFirst();
  return used.numDeletedRows === 1n;
}

/** Only hashes are stored, so that a copy of the database contains no usable link. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

interface InvitationDependencies {
  readonly access: AccessDependencies;
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Address that the link invites. Throws "not-found" for a link that is forged, used, replaced or
 * expired, or whose person is no admin any more; "conflict" when the person has an account of their
 * own by now, because an old email must not set its password.
 */
export async function readInvitation(
  { database, clock }: Pick<InvitationDependencies, "database" | "clock">,
  token: string,
): Promise<{ readonly email: string }> {
  const email = await invitedEmail(database.read, token, clock());
  if (email === undefined) throw invitationOver();
  if (await isConfirmed(database.read, email)) throw accountThere(email);
  return { email };
}

/**
 * Sets the password of the invited person. The link proves the address, so the account is verified.
 * Returns the credentials to sign in with. Throws like `readInvitation`, and "invalid" for a
 * password that the rules reject.
 */
export async function acceptInvitation(
  dependencies: InvitationDependencies,
  token: string,
  password: string,
): Promise<Credentials> {
  const { access, database, clock } = dependencies;
  await readInvitation(dependencies, token);
  await requireGoodPassword(password, access.passwordMinLength, "password");
  const hash = await hashPassword(access.authentication, password);
  return database.write(async (tx) => {
    const email = await invitedEmail(tx, token, clock());
    if (email === undefined || !(await spendInvitation(tx, token))) throw invitationOver();
    if (await isConfirmed(tx, email)) throw accountThere(email);
    await takeAccount(tx, email, hash);
    return { email, password };
  });
}

function invitationOver(): AppError {
  const reason = "This invitation has been used, replaced or withdrawn, or has expired.";
  return new AppError("not-found", `${reason} Log in, or ask an admin to send a new one.`);
}

function accountThere(email: string): AppError {
  return new AppError("conflict", `${email} already has an account. Log in with its password.`);
}
