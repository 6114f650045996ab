import { z } from "zod";
import { lockCompanies } from "#companies/lock-companies.server.ts";
import { requireAddressApart, separateFirst } from "#companies/team-apart.server.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId, newId } from "#platform/ids.ts";
import { emailField, isAccountEmail, normalEmail } from "#platform/texts/email-address.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";
import { may, permissionDenied, requireSignedIn } from "#policy/rights.ts";
import { type TeamRole, teamRoles } from "#policy/roles.ts";
import { verifiedAmong } from "../accounts/accounts.server.ts";
import { keepInput } from "../ways-in/ways-in.ts";

interface UserRecordsTable {
  id: string;
  user_email: string;
  /** `user_email` in lower case; unique, so that an address has only one record. */
  email_key: string;
  user_role: string;
  /** Time since which the address has the role. */
  created_at: number;
}

/** Open invitations, at most one for each user record; deleted when used. */
interface InvitationsTable {
  user_record_id: string;
  /** SHA-256 of the link's token. */
  token_hash: string;
  sent_at: number;
  expires_at: number;
}

interface SavedTabsTable {
  id: string;
  list: string;
  name: string;
  query: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    user_records: UserRecordsTable;
    invitations: InvitationsTable;
    saved_tabs: SavedTabsTable;
  }
}

/**
 * Takes all orders away from somebody who cannot work on orders any more. Passed in by
 * `compose.ts`, because `access` may not import `orders`.
 */
export type ReleaseOrders = (
  tx: WriteTransaction,
  actor: Actor,
  person: { readonly accountId: string; readonly label: string },
  at: number,
) => Promise<void>;

export const userRecordInput = z.strictObject({
  userEmail: emailField("Enter an email address such as name@example.com.").refine(
    isAccountEmail,
    "This address cannot have an account. Enter another one.",
  ),
  userRole: z
    .enum(teamRoles, {
      error: ({ input }) =>
        input === ""
          ? "Choose what the person may do."
          : `The role must be one of ${teamRoles.join(", ")}.`,
    })
    .default("Admin"),
});

/**
 * Input for a change. An omitted role stays as it is: the default of `userRecordInput` would make
 * the person an admin.
 */
export const userRecordChange = userRecordInput.extend({
  userRole: userRecordInput.shape.userRole.unwrap().optional(),
  keep: keepInput,
});

/**
 * Gives an email address a role. Only an account that has verified the address gets the role's
 * rights.
 */
export interface UserRecord {
  readonly _id: string;
  readonly userEmail: string;
  readonly userRole: string;
}

/** All records for an admin; for another account, only its own record. */
export async function listUserRecords(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<UserRecord[]> {
  const { email } = requireSignedIn(actor);
  const query = userRecords(database.read).orderBy("id");
  const rows = may(actor, "see every user")
    ? await query.execute()
    : await query.where("email_key", "=", normalEmail(email)).execute();
  return rows.map(asUserRecord);
}

/** Throws "not-found" for a record that is unknown or not visible to the actor. */
export async function readUserRecord(
  dependencies: { readonly database: Database },
  actor: Actor,
  id: string,
): Promise<UserRecord> {
  const record = (await listUserRecords(dependencies, actor)).find((user) => user._id === id);
  if (record === undefined) throw noSuchUser();
  return record;
}

/**
 * Whether the address has the Admin role. The caller must have checked that the account has
 * verified the address.
 */
export async function isAdminEmail(queries: Queries, email: string): Promise<boolean> {
  const row = await queries
    .selectFrom("user_records")
    .select("id")
    .where("email_key", "=", normalEmail(email))
    .where("user_role", "=", "Admin")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The role of an address; null without one. The caller must have checked that the account has
 * verified the address.
 */
export async function roleOfEmail(queries: Queries, email: string): Promise<string | null> {
  const row = await queries
    .selectFrom("user_records")
    .select("user_role")
    .where("email_key", "=", normalEmail(email))
    .executeTakeFirst();
  return row?.user_role ?? null;
}

export async function hasAnyAdmin(queries: Queries): Promise<boolean> {
  const row = await queries
    .selectFrom("user_records")
    .select("id")
    .where("user_role", "=", "Admin")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Gives an address a role. Requires `lockAdmins`. Throws "conflict" while the account of the address
 * shares a company with a customer.
 */
export async function insertUserRecord(
  tx: WriteTransaction,
  email: string,
  at: number,
  user_role: TeamRole = "Admin",
): Promise<UserRecord> {
  const id = newId();
  await tx
    .insertInto("user_records")
    .values({ id, user_email: email, email_key: normalEmail(email), user_role, created_at: at })
    .execute();
  await requireAddressApart(tx, email, separateFirst);
  return { _id: id, userEmail: email, userRole: user_role };
}

/**
 * Stores another address or role, with `since` the time of a new address. Requires `lockAdmins`.
 * Throws like `insertUserRecord`.
 */
export async function storeUserRecord(
  tx: WriteTransaction,
  { _id, userEmail, userRole }: UserRecord,
  since?: number,
): Promise<void> {
  await tx
    .updateTable("user_records")
    .set({
      user_email: userEmail,
      email_key: normalEmail(userEmail),
      user_role: userRole,
      ...(since !== undefined && { created_at: since }),
    })
    .where("id", "=", _id)
    .execute();
  await requireAddressApart(tx, userEmail, separateFirst);
}

function userRecords(queries: Queries) {
  return queries.selectFrom("user_records").select(["id", "user_email", "user_role"]);
}

function asUserRecord(row: Pick<UserRecordsTable, "id" | "user_email" | "user_role">): UserRecord {
  return { _id: row.id, userEmail: row.user_email, userRole: row.user_role };
}

/** Throws "not-found". */
export async function findUserRecord(tx: WriteTransaction, id: string): Promise<UserRecord> {
  if (!canBeId(id)) throw noSuchUser();
  const row = await userRecords(tx).where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw noSuchUser();
  return asUserRecord(row);
}

function noSuchUser(): AppError {
  return new AppError("not-found", "There is no such person.");
}

/**
 * Locks the set of admins until the transaction ends, because two transactions could each remove
 * one of the last two admins. Call this first in every transaction that adds, changes or removes an
 * admin or an admin's account. The same lock covers companies, so that nobody gets a role while
 * joining a company.
 */
export const lockAdmins = lockCompanies;

/**
 * Checks the actor's role again under the lock, because two admins may remove each other at the
 * same time. Throws "forbidden".
 */
export async function requireStillAdmin(tx: WriteTransaction, actor: Actor): Promise<void> {
  if (!isSignedIn(actor) || (await isAdminEmail(tx, actor.email))) return;
  throw new AppError("forbidden", permissionDenied);
}

/**
 * Call this at the end of a transaction that began with `lockAdmins`. Throws "conflict" when no
 * admin who can sign in remains; open invitations do not count.
 */
export async function requireAdminLeft(tx: WriteTransaction): Promise<void> {
  const admins = await tx
    .selectFrom("user_records")
    .select("email_key")
    .where("user_role", "=", "Admin")
    .execute();
  const emails = admins.map(({ email_key }) => email_key);
  if (emails.length > 0 && (await verifiedAmong(tx, emails)).size > 0) return;
  throw new AppError(
    "conflict",
    "This is the last owner who can log in. Add another owner first and wait until they have set their password.",
  );
}
