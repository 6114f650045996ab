import { lockCompanies } from "#companies/lock-companies.server.ts";
import { type EmailingDependencies, sendsEmails } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { Configuration } from "#platform/configuration.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/time/clock.ts";
import { hashOfToken, newToken } from "#platform/tokens.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { roleName } from "#policy/roles.ts";
import { hashPassword, isConfirmed, takeAccount } from "../accounts/accounts.server.ts";
import { minLengthFor, requireGoodPassword } from "../sessions/credential-rules.ts";
import type { AccessDependencies, Credentials } from "../sessions/sign-in.ts";
import type { UserRecord } from "./user-records.ts";

const invitationMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Call this before the transaction. A transaction may run more than once, and each run must use the
 * same token.
 */
export function newInvitationToken(): string {
  return newToken();
}

/** What inviting needs besides sending emails: whether a mail server sends them. */
export interface InvitingDependencies extends EmailingDependencies {
  readonly configuration: Pick<Configuration, "smtpUrl">;
}

/**
 * Emails the person who gets a role, in the same transaction. A person with a verified
 * account is told of the role and signs in as usual. Anyone else gets a link to set a password; the
 * link replaces earlier ones. Returns the link if no mail server sends it, so that the owner can
 * pass it on; otherwise null.
 */
export async function invite(
  tx: WriteTransaction,
  { post, clock, configuration }: InvitingDependencies,
  record: UserRecord,
  actor: Actor,
  token: string,
): Promise<string | null> {
  const { _id, userEmail, userRole } = record;
  const recipient = {
    recipient: userEmail,
    values: { email: userEmail, invitedBy: authorOf(actor), role: roleName(userRole) },
  };
  await tx.deleteFrom("invitations").where("user_record_id", "=", _id).execute();
  if (await isConfirmed(tx, userEmail)) {
    await queueEmail(tx, post, { name: "madeAdmin", ...recipient, path: "/admin" });
    return null;
  }
  const sent_at = clock();
  const times = { sent_at, expires_at: sent_at + invitationMs };
  await tx
    .insertInto("invitations")
    .values({ user_record_id: _id, token_hash: hashOfToken(token), ...times })
    .execute();
  const path = `/invitation?token=${token}`;
  await queueEmail(tx, post, { name: "invitation", ...recipient, path });
  return (await sendsEmails(configuration, tx)) ? null : `${post.publicUrl}${path}`;
}

async function invitedEmail(
  queries: Queries,
  token: string,
  now: number,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom("invitations")
    .innerJoin("user_records", "user_records.id", "invitations.user_record_id")
    .select("user_email")
    .where("token_hash", "=", hashOfToken(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.user_email;
}

/** Deletes an invitation. Of several simultaneous calls, only one returns true. */
async function spendInvitation(tx: WriteTransaction, token: string): Promise<boolean> {
  const used = await tx
    .deleteFrom("invitations")
    .where("token_hash", "=", hashOfToken(token))
    .executeTakeFirst();
  return used.numDeletedRows === 1n;
}

interface InvitationDependencies {
  readonly access: AccessDependencies;
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Email address that the link invites. Throws "not-found" for a link that is forged, used,
 * replaced, expired or withdrawn. Throws "conflict" when the invited person has a verified account
 * by now, because a link in an old email must not set the password of that account.
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
 * Sets the password of the invited person, and verifies the account, because the emailed link
 * proves the address. Returns the credentials to sign in with. Throws like `readInvitation`, and
 * "invalid" for a password that the rules reject.
 */
export async function acceptInvitation(
  dependencies: InvitationDependencies,
  token: string,
  password: string,
): Promise<Credentials> {
  const { access, database, clock } = dependencies;
  await readInvitation(dependencies, token);
  await requireGoodPassword(password, minLengthFor(access, true), "password");
  const hash = await hashPassword(access.authentication, password);
  return database.write(async (tx) => {
    await lockCompanies(tx);
    const email = await invitedEmail(tx, token, clock());
    if (email === undefined || !(await spendInvitation(tx, token))) throw invitationOver();
    if (await isConfirmed(tx, email)) throw accountThere(email);
    await takeAccount(tx, access.waysIn, email, hash);
    return { email, password };
  });
}

function invitationOver(): AppError {
  const reason = "This invitation has been used, replaced or withdrawn, or has expired.";
  return new AppError(
    "not-found",
    `${reason} Log in, or ask an owner of the site to send a new one.`,
  );
}

function accountThere(email: string): AppError {
  return new AppError("conflict", `${email} already has an account. Log in with its password.`);
}
