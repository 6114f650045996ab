import { z } from "zod";
import type { Database, Queries, WriteTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { canBeId, newId } from "../../platform/ids.ts";
import { isAccountEmail, normalEmail } from "../../platform/texts/email-address.ts";
import type { Actor } from "../../policy/actor.ts";
import { may, requireSignedIn } from "../../policy/rights.ts";

/** Input for adding or changing an admin. */
export const userRecordInput = z.strictObject({
  userEmail: z
    .email({ error: "Enter an email address such as name@example.com.", abort: true })
    .max(254)
    .refine(isAccountEmail, "This address cannot have an account. Enter another one."),
  userRole: z.enum(["Admin"], { error: "The role must be Admin." }).default("Admin"),
});

/** A role for an address. The verified account of this address holds it. */
export interface UserRecord {
  readonly _id: string;
  readonly userEmail: string;
  readonly userRole: string;
}

interface ReadDependencies {
  readonly database: Database;
}

/** All records for an admin; for other accounts, their own record. */
export async function listUserRecords(
  { database }: ReadDependencies,
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
  dependencies: ReadDependencies,
  actor: Actor,
  id: string,
): Promise<UserRecord> {
  const record = (await listUserRecords(dependencies, actor)).find((user) => user._id === id);
  if (record === undefined) throw noSuchUser();
  return record;
}

/**
 * True when the address has the Admin role. The caller has checked that the address is verified.
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

export async function hasAnyAdmin(queries: Queries): Promise<boolean> {
  const row = await queries
    .selectFrom("user_records")
    .select("id")
    .where("user_role", "=", "Admin")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertUserRecord(
  tx: WriteTransaction,
  email: string,
  at: number,
): Promise<UserRecord> {
  const id = newId();
  const user_role = "Admin";
  await tx
    .insertInto("user_records")
    .values({ id, user_email: email, email_key: normalEmail(email), user_role, created_at: at })
    .execute();
  return { _id: id, userEmail: email, userRole: user_role };
}

function userRecords(queries: Queries) {
  return queries.selectFrom("user_records").select(["id", "user_email", "user_role"]);
}

function asUserRecord(row: { id: string; user_email: string; user_role: string }): UserRecord {
  return { _id: row.id, userEmail: row.user_email, userRole: row.user_role };
}

/** A record for a change. Throws "not-found". */
export async function findUserRecord(tx: WriteTransaction, id: string): Promise<UserRecord> {
  if (!canBeId(id)) throw noSuchUser();
  const row = await userRecords(tx).where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw noSuchUser();
  return asUserRecord(row);
}

export function addressTaken(): AppError {
  return new AppError("conflict", "This address already has a role.");
}

function noSuchUser(): AppError {
  return new AppError("not-found", "There is no such user.");
}
