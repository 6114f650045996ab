import { readMembership } from "#companies/company-people.server.ts";
import { lockCompanies } from "#companies/lock-companies.server.ts";
import { leaveFirst, requireAddressApart } from "#companies/team-apart.server.ts";
import {
  engineOf,
  isUniqueViolation,
  type Queries,
  type WriteTransaction,
} from "#platform/database/database.ts";
import { preparedQuery } from "#platform/database/prepared-query.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId, newId } from "#platform/ids.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { actorWithRole, type SignedInActor } from "#policy/actor.ts";
import type { AccountOfProvenAddress, LockActorAccount, Person } from "#policy/personal-data.ts";
import type { WayIn } from "#policy/ways-in.ts";
import { roleOfEmail } from "../admins/user-records.ts";
import type { Authentication } from "../open-access.ts";
import {
  missingSecondFactor,
  secondFactorFacts,
} from "../second-factor/missing-second-factor.server.ts";
import { removeSecondFactor } from "../second-factor/second-factor-tables.server.ts";
import { endWaysIn } from "../ways-in/ways-in.ts";

/** Returns, in lower case, the given addresses that belong to verified accounts. */
export async function verifiedAmong(
  queries: Queries,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const accounts = await queries
    .selectFrom("user")
    .select(["email", "emailVerified"])
    .where("email", "in", emails.map(normalEmail))
    .execute();
  const verified = accounts.filter(({ emailVerified }) => Boolean(emailVerified));
  return new Set(verified.map(({ email }) => normalEmail(email)));
}

export async function isConfirmed(queries: Queries, email: string): Promise<boolean> {
  return (await verifiedAmong(queries, [email])).size > 0;
}

/**
 * Those of the accounts that nobody has a password for, such as an account that was made when its
 * person accepted an offer.
 */
export async function accountsWithoutPassword(
  queries: Queries,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await queries
    .selectFrom("user")
    .select("user.id")
    .where("user.id", "in", accountIds)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("account")
            .select("account.id")
            .whereRef("account.userId", "=", "user.id")
            .where("account.providerId", "=", "credential"),
        ),
      ),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Hashes a password for `takeAccount`. Call this before the transaction, because hashing is slow on
 * purpose, and other writes wait while a transaction runs.
 */
export async function hashPassword(
  authentication: Authentication,
  password: string,
): Promise<string> {
  const { password: passwords } = await authentication.$context;
  return passwords.hash(password);
}

/**
 * Gives the account of an address to the person who proved that the address is theirs: creates or
 * verifies the account and sets the password. Ends all that opens the account, its second factor
 * and other sign-in methods, because a stranger may have registered the address before. Requires
 * `lockCompanies`. Throws like `markConfirmed`.
 */
export async function takeAccount(
  tx: WriteTransaction,
  waysIn: readonly WayIn[],
  email: string,
  passwordHash: string,
): Promise<void> {
  const userId = await emptiedAccount(tx, waysIn, email);
  const credential = { userId, accountId: userId, providerId: "credential" };
  await tx
    .insertInto("account")
    .values({ id: newId(), ...credential, password: passwordHash, ...createdNow() })
    .execute();
}

/** The confirmed account of an address, which nothing opens any more. */
async function emptiedAccount(
  tx: WriteTransaction,
  waysIn: readonly WayIn[],
  email: string,
): Promise<string> {
  const userId = await confirmedUser(tx, normalEmail(email));
  await endWaysIn(tx, waysIn, { accountId: userId, at: Date.now() });
  await removeSecondFactor(tx, userId);
  await tx.deleteFrom("account").where("userId", "=", userId).execute();
  return userId;
}

/**
 * The account of an address of which somebody has just proved that it is theirs, locked. Creates an
 * account without a password, which its person can set by a link for a forgotten password. An
 * account that has not confirmed the address was perhaps registered by a stranger, so nothing opens
 * it afterwards.
 */
export function accountOfProvenAddress(waysIn: readonly WayIn[]): AccountOfProvenAddress {
  return async (tx, email) => {
    await lockCompanies(tx);
    if (!(await isConfirmed(tx, email))) await emptiedAccount(tx, waysIn, email);
    const account = await lockAccountOf(tx, email);
    if (account === undefined) throw noSuchAccount();
    return account;
  };
}

/**
 * Records that an account has proved its address, and gives the account the role of the address, if
 * any. Requires `lockCompanies`. Throws "conflict" if the address has a role and the account shares
 * a company with a customer.
 */
export async function markConfirmed(
  tx: WriteTransaction,
  { accountId, email }: Pick<Person, "accountId" | "email">,
  at: number,
): Promise<void> {
  await tx
    .updateTable("user")
    .set({ emailVerified: true, updatedAt: new Date(at) })
    .where("id", "=", accountId)
    .execute();
  await requireAddressApart(tx, email, leaveFirst);
}

async function confirmedUser(tx: WriteTransaction, email: string): Promise<string> {
  const existing = await tx
    .selectFrom("user")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirst();
  if (existing !== undefined) {
    await markConfirmed(tx, { accountId: existing.id, email }, Date.now());
    return existing.id;
  }
  const id = newId();
  const user = { id, email, name: "", emailVerified: true, ...createdNow() };
  await tx.insertInto("user").values(user).execute().catch(refuseRegisteredMeanwhile);
  return id;
}

function refuseRegisteredMeanwhile(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  const message = "Someone else just registered this address. Send the form again.";
  throw new AppError("conflict", message);
}

function createdNow() {
  const now = new Date();
  return { createdAt: now, updatedAt: now };
}

/** Locks an account against changes and deletion until the transaction ends. Throws "not-found". */
export async function lockAccount(tx: WriteTransaction, accountId: string): Promise<Person> {
  if (!canBeId(accountId)) throw noSuchAccount();
  const person = await findLockedPerson(tx, accountId);
  if (person === undefined) throw noSuchAccount();
  return person;
}

/**
 * Like `lockAccount`, for a write by the account itself. Throws "unauthenticated" if the account
 * was deleted during the request.
 */
export const lockActorAccount: LockActorAccount = async (tx, accountId) => {
  const person = await findLockedPerson(tx, accountId);
  if (person !== undefined) return person;
  const message = "This account has just been deleted. Nothing was saved.";
  throw new AppError("unauthenticated", message);
};

export function noSuchAccount(): AppError {
  return new AppError("not-found", "There is no such account.");
}

/** Like `lockAccount`, but returns undefined for an unknown account. */
export async function findLockedPerson(
  tx: WriteTransaction,
  accountId: string,
): Promise<Person | undefined> {
  const [row] = await accountById(tx, { accountId });
  return row && { accountId, email: row.email, emailVerified: Boolean(row.emailVerified) };
}

const accountById = preparedQuery((queries, account: { accountId: string }) =>
  queries
    .selectFrom("user")
    .select(["email", "emailVerified"])
    .where("id", "=", account.accountId)
    // Only PostgreSQL needs the lock; SQLite runs one write transaction at a time. The lock is
    // exclusive: under constant requests, shared locks could delay the deletion of the account for
    // ever.
    .$if(engineOf(queries) === "postgres", (query) => query.forUpdate())
    .compile(),
);

/**
 * Locks the account of an address, and returns the account with its present role, company and
 * missing second factor; undefined when no account has the address. Does not check who asks: the caller must already have proof that the
 * address belongs to the sender.
 */
export async function lockAccountOf(
  tx: WriteTransaction,
  email: string,
): Promise<SignedInActor | undefined> {
  const row = await tx
    .selectFrom("user")
    .select("id")
    .where("email", "=", normalEmail(email))
    .executeTakeFirst();
  const person = row && (await findLockedPerson(tx, row.id));
  // The account may have changed its address while this transaction waited for the lock.
  if (person === undefined || normalEmail(person.email) !== normalEmail(email)) return undefined;
  const role = person.emailVerified ? await roleOfEmail(tx, person.email) : null;
  const facts = role === null ? undefined : await secondFactorFacts(tx, person.accountId);
  const company = await readMembership(tx, person);
  const missing = facts && missingSecondFactor(facts);
  return actorWithRole(role, { ...person, ...(company && { company }), ...missing });
}

/** Converts a boolean to the value that the database stores: SQLite stores 0 and 1. */
export function storedBoolean(queries: Queries, value: boolean): boolean | number {
  return engineOf(queries) === "sqlite" ? Number(value) : value;
}
