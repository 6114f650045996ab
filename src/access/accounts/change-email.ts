import { z } from "zod";
import { lockCompanies } from "#companies/lock-companies.server.ts";
import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { emailField, isAccountEmail, normalEmail } from "#platform/texts/email-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import { hashOfToken, newToken } from "#platform/tokens.ts";
import { type Actor, isOnTeam } from "#policy/actor.ts";
import { requirePerson } from "#policy/keys.ts";
import type { PersonalData } from "#policy/personal-data.ts";
import { requireRight } from "#policy/rights.ts";
import type { WayIn } from "#policy/ways-in.ts";
import { roleOfEmail } from "../admins/user-records.ts";
import { findLockedPerson, lockAccount } from "./accounts.server.ts";
import {
  type EmailChangeRow,
  selectEmailChange,
  selectEmailChangeByToken,
} from "./email-changes.server.ts";

interface ReadDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

interface ChangeDependencies extends ReadDependencies {
  readonly post: Post;
}

interface ConfirmDependencies extends ChangeDependencies {
  readonly waysIn: readonly WayIn[];
  readonly personalData: readonly PersonalData[];
}

const goodForMs = 24 * 60 * 60 * 1000;
const faulty = "Provide a Valid Email";
const form = z.strictObject({ email: emailField(faulty).refine(isAccountEmail, faulty) });

/** What a person sees of an open change. */
export interface EmailChange {
  readonly oldEmail: string;
  readonly newEmail: string;
  /** Whether the old address has to confirm; it does unless it was never confirmed itself. */
  readonly asksOld: boolean;
  readonly isOldConfirmed: boolean;
  readonly isNewConfirmed: boolean;
  readonly expiresAt: number;
}

function asChange(row: EmailChangeRow): EmailChange {
  return {
    oldEmail: row.old_email,
    newEmail: row.new_email,
    asksOld: row.old_token_hash !== null,
    isOldConfirmed: row.old_confirmed_at !== null,
    isNewConfirmed: row.new_confirmed_at !== null,
    expiresAt: Number(row.expires_at),
  };
}

/** The open change of the actor's own address; null without one. */
export async function readEmailChange(
  { database, clock }: ReadDependencies,
  actor: Actor,
): Promise<EmailChange | null> {
  const { accountId } = requirePerson(actor);
  const row = await selectEmailChange(database.read, accountId, clock());
  return row === undefined ? null : asChange(row);
}

/**
 * Asks for another email address of the actor's account. Emails a link to the new address and, if
 * the present address is confirmed, another link to that one; the address changes when both were
 * used. Replaces an open change. Throws "forbidden" with `confirmationRequired`, "invalid" at
 * `email`, also for an address that is in use, and "conflict" for a person of the team.
 */
export async function requestEmailChange(
  { database, clock, post }: ChangeDependencies,
  actor: Actor,
  input: unknown,
): Promise<void> {
  requireRight(actor, "change own email");
  const { accountId } = requirePerson(actor);
  if (isOnTeam(actor)) throw addressOfTeam();
  const newEmail = normalEmail(parseOrThrow(form, input).email);
  const now = clock();
  await database.write(async (tx) => {
    await lockCompanies(tx);
    const person = await lockAccount(tx, accountId);
    if (newEmail === person.email) throw atEmail("This is already the address of your account.");
    if (await isInUse(tx, newEmail)) throw atEmail(inUse);
    const tokens = { old: person.emailVerified ? newToken() : null, new: newToken() };
    await tx.deleteFrom("email_changes").where("account_id", "=", accountId).execute();
    await tx
      .insertInto("email_changes")
      .values({
        account_id: accountId,
        old_email: person.email,
        new_email: newEmail,
        old_token_hash: tokens.old === null ? null : hashOfToken(tokens.old),
        new_token_hash: hashOfToken(tokens.new),
        old_confirmed_at: null,
        new_confirmed_at: null,
        requested_at: now,
        expires_at: now + goodForMs,
      })
      .execute();
    const values = { email: person.email, newEmail };
    const pathOf = (token: string) => `/confirm-email-change?token=${token}`;
    await queueEmail(tx, post, {
      name: "confirmNewEmail",
      recipient: newEmail,
      values,
      path: pathOf(tokens.new),
      about: accountId,
    });
    if (tokens.old === null) return;
    await queueEmail(tx, post, {
      name: "confirmOldEmail",
      recipient: person.email,
      values,
      path: pathOf(tokens.old),
      about: accountId,
    });
  });
}

/** Stops the open change of the actor's own address; does nothing without one. */
export async function cancelEmailChange(
  { database }: Pick<ReadDependencies, "database">,
  actor: Actor,
): Promise<void> {
  const { accountId } = requirePerson(actor);
  await database.write(async (tx) => {
    await lockAccount(tx, accountId);
    await tx.deleteFrom("email_changes").where("account_id", "=", accountId).execute();
  });
}

export interface LinkedEmailChange extends EmailChange {
  /** The address to which the link was sent. */
  readonly side: "old" | "new";
}

/** The change that an emailed link belongs to; null for a link that is used, expired or forged. */
export async function findEmailChange(
  { database, clock }: ReadDependencies,
  token: string,
): Promise<LinkedEmailChange | null> {
  const row = await selectEmailChangeByToken(database.read, token, clock());
  return row === undefined ? null : { ...asChange(row), side: sideOf(row, token) };
}

function sideOf(row: EmailChangeRow, token: string): "old" | "new" {
  return row.old_token_hash === hashOfToken(token) ? "old" : "new";
}

/** Stops a change with the link that was sent to the old address. Throws "invalid". */
export async function stopEmailChange(
  { database, clock }: ReadDependencies,
  token: string,
): Promise<void> {
  await database.write(async (tx) => {
    const row = await lockChange(tx, token, clock());
    if (row === undefined || sideOf(row, token) !== "old") throw linkEnded();
    await tx.deleteFrom("email_changes").where("account_id", "=", row.account_id).execute();
  });
}

/**
 * Confirms a change with an emailed link, in a session of the account, because some mail scanners
 * press the buttons of linked pages. Makes the change when all confirmations are there: sign-in, emails and orders of the account then have the new address, and links that were sent to
 * the old address end. Throws "invalid" for a link that is used, expired or forged, and "conflict"
 * when somebody else has taken the new address meanwhile; the change is then over.
 */
export async function confirmEmailChange(
  deps: ConfirmDependencies,
  actor: Actor,
  token: string,
): Promise<"waits" | "changed"> {
  const { accountId } = requirePerson(actor);
  const now = deps.clock();
  const answer = await deps.database.write(async (tx) => {
    await lockCompanies(tx);
    const row = await lockChange(tx, token, now);
    if (row?.account_id !== accountId) throw linkEnded();
    const side = sideOf(row, token);
    await tx
      .updateTable("email_changes")
      .set(side === "old" ? { old_confirmed_at: now } : { new_confirmed_at: now })
      .where("account_id", "=", row.account_id)
      .execute();
    const isOldDone =
      side === "old" || row.old_token_hash === null || row.old_confirmed_at !== null;
    const isNewDone = side === "new" || row.new_confirmed_at !== null;
    return isOldDone && isNewDone ? change(tx, deps, row, now) : "waits";
  });
  if (answer === "taken") throw new AppError("conflict", inUse);
  if (answer === "of the team") throw addressOfTeam();
  return answer;
}

async function change(
  tx: WriteTransaction,
  { post, waysIn, personalData }: ConfirmDependencies,
  row: EmailChangeRow,
  now: number,
): Promise<"changed" | "taken" | "of the team"> {
  const { account_id: accountId, old_email: oldEmail, new_email: newEmail } = row;
  await tx.deleteFrom("email_changes").where("account_id", "=", accountId).execute();
  // Both may have become true since the request.
  if ((await roleOfEmail(tx, oldEmail)) !== null) return "of the team";
  if (await isInUse(tx, newEmail)) return "taken";
  await tx
    .updateTable("user")
    .set({ email: newEmail, emailVerified: true, updatedAt: new Date(now) })
    .where("id", "=", accountId)
    .execute();
  const person = { accountId, email: oldEmail, emailVerified: true };
  for (const data of personalData) await data.readdress?.(tx, person, newEmail);
  // Whoever reads the old mailbox from now on must not open the account with an old email.
  for (const way of waysIn) {
    if (way.kind === "resetLinks" || way.kind === "orderLinks") {
      await way.end(tx, { accountId, at: now });
    }
  }
  if (row.old_token_hash === null) return "changed";
  await queueEmail(tx, post, {
    name: "emailChanged",
    recipient: oldEmail,
    values: { email: oldEmail, newEmail },
    path: "/account",
    about: accountId,
  });
  return "changed";
}

/** Locks the account of a link, and returns its change as it is under the lock. */
async function lockChange(
  tx: WriteTransaction,
  token: string,
  now: number,
): Promise<EmailChangeRow | undefined> {
  const found = await selectEmailChangeByToken(tx, token, now);
  if (found === undefined) return undefined;
  const person = await findLockedPerson(tx, found.account_id);
  const row = await selectEmailChangeByToken(tx, token, now);
  // Somebody else may have changed the address while this transaction waited for the lock.
  return row !== undefined && person?.email === row.old_email ? row : undefined;
}

/** Whether an account or a person of the team has the address. */
async function isInUse(queries: Queries, email: string): Promise<boolean> {
  const account = await queries
    .selectFrom("user")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirst();
  return account !== undefined || (await roleOfEmail(queries, email)) !== null;
}

const inUse =
  "This address is already in use on this site, so your account keeps its address. Choose another address.";

function atEmail(message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path: "email", message }] });
}

function addressOfTeam(): AppError {
  return new AppError(
    "conflict",
    "You are on the team of this site, and your role belongs to your address. Ask another owner to invite your new address under People.",
  );
}

function linkEnded(): AppError {
  return new AppError(
    "invalid",
    "This link no longer works: it has expired, or the change was made, replaced or stopped. The address of the account is on its account page.",
  );
}
