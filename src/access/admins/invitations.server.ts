import { createHash, randomBytes } from "node:crypto";
import { queueLetter } from "../../mail/queue-email.server.ts";
import type { Queries, WriteTransaction } from "../../platform/database/database.ts";
import { type Actor, authorOf } from "../../policy/actor.ts";
import { isConfirmed } from "../accounts/accounts.server.ts";
import type { PeopleDependencies } from "./people-dependencies.ts";
import type { UserRecord } from "./user-records.ts";

const invitationMs = 7 * 24 * 60 * 60 * 1000;

/** Made before the transaction, which may run more than once. */
export function newInvitationToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Writes to whoever a record names, in the transaction that names them. Without a verified account
 * they get a link to set a password, which takes the place of any earlier one; with one they are
 * told, and sign in as always.
 */
export async function invite(
  tx: WriteTransaction,
  { post, clock }: PeopleDependencies,
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
    await queueLetter(tx, post, { name: "madeAdmin", ...recipient, path: "/admin" });
    return;
  }
  const sent_at = clock();
  const times = { sent_at, expires_at: sent_at + invitationMs };
  await tx
    .insertInto("invitations")
    .values({ user_record_id: _id, token_hash: hashOf(token), ...times })
    .execute();
  const path = `/invitation?token=${token}`;
  await queueLetter(tx, post, { name: "invitation", ...recipient, path });
}

/** Whom an invitation is for; undefined for a token that opens nothing, or no longer. */
export async function invitedEmail(
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

/** Uses an invitation up: of several at once, one is answered true. */
export async function spendInvitation(tx: WriteTransaction, token: string): Promise<boolean> {
  const used = await tx
    .deleteFrom("invitations")
    .where("token_hash", "=", hashOf(token))
    .executeTakeFirst();
  return used.numDeletedRows === 1n;
}

/** Whoever reads the database, or a copy of it, has no link in hand. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
