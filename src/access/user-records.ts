import { z } from "zod";
import type { Clock } from "../platform/clock.ts";
import {
  type Database,
  isUniqueViolation,
  type Queries,
  type WriteTransaction,
} from "../platform/database.ts";
import { normalEmail } from "../platform/email-address.ts";
import { AppError } from "../platform/errors.ts";
import { canBeId, newId } from "../platform/ids.ts";
import { parseOrThrow } from "../platform/validation.ts";
import type { Actor } from "../policy/actor.ts";
import { isSignedIn } from "../policy/actor.ts";
import { may, requireRight, requireSignedIn } from "../policy/rights.ts";

/** A line in the list of people with a role. Whoever has the account of this address holds it. */
export interface UserRecord {
  readonly _id: string;
  readonly userEmail: string;
  readonly userRole: string;
}

interface UserDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

const userSchema = z.strictObject({
  userEmail: z.email("Provide an email address.").max(254),
  userRole: z.enum(["Admin"], { error: "The role must be Admin." }).default("Admin"),
});

/** All records for an admin; for everybody else who is signed in, the one that matches them. */
export async function listUserRecords(
  { database }: Pick<UserDependencies, "database">,
  actor: Actor,
): Promise<UserRecord[]> {
  requireSignedIn(actor);
  const query = userRecords(database.read).orderBy("id");
  const rows =
    may(actor, "see every user") || !isSignedIn(actor)
      ? await query.execute()
      : await query.where("email_key", "=", normalEmail(actor.email)).execute();
  return rows.map(asUserRecord);
}

/** Throws "not-found" for an unknown record and for one that is not the reader's to see. */
export async function readUserRecord(
  dependencies: Pick<UserDependencies, "database">,
  actor: Actor,
  id: string,
): Promise<UserRecord> {
  const record = (await listUserRecords(dependencies, actor)).find((user) => user._id === id);
  if (record === undefined) throw noSuchUser();
  return record;
}

/** Gives a role to an address. Throws "invalid", and "conflict" when it has one. */
export async function addUserRecord(
  { database, clock }: UserDependencies,
  actor: Actor,
  input: unknown,
): Promise<UserRecord> {
  requireRight(actor, "update users");
  const values = parseOrThrow(userSchema, input);
  return refusingTwins(() =>
    database.write((tx) => insertUserRecord(tx, values.userEmail, clock())),
  );
}

/** Changes whose role it is. Throws "invalid", "not-found", "conflict" as above and for one's own. */
export async function updateUserRecord(
  { database }: Pick<UserDependencies, "database">,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<UserRecord> {
  requireRight(actor, "update users");
  const { userEmail, userRole } = parseOrThrow(userSchema, input);
  if (!canBeId(id)) throw noSuchUser();
  await refuseGivingUpOwnRole({ database }, actor, id, userEmail);
  const change = { user_email: userEmail, email_key: normalEmail(userEmail), user_role: userRole };
  const updated = await refusingTwins(() =>
    database.write((tx) =>
      tx.updateTable("user_records").set(change).where("id", "=", id).executeTakeFirst(),
    ),
  );
  if (updated.numUpdatedRows === 0n) throw noSuchUser();
  return { _id: id, userEmail, userRole };
}

/** A slip in one's own address would lock out whoever mends it; another admin can change it. */
async function refuseGivingUpOwnRole(
  dependencies: Pick<UserDependencies, "database">,
  actor: Actor,
  id: string,
  newEmail: string,
): Promise<void> {
  const record = await readUserRecord(dependencies, actor, id);
  if (!isSignedIn(actor) || normalEmail(record.userEmail) !== normalEmail(actor.email)) return;
  if (normalEmail(newEmail) === normalEmail(actor.email)) return;
  const message = "This is your own role. Ask another admin to give it to another address.";
  throw new AppError("conflict", message, { issues: [{ path: "userEmail", message }] });
}

/** Whether the address holds the Admin role. The caller has made sure that the address is theirs. */
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

async function refusingTwins<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", "This address has a user record already.");
  }
}

function noSuchUser(): AppError {
  return new AppError("not-found", "There is no such user.");
}
