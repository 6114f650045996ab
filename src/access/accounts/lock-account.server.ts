import { engineOf, type WriteTransaction } from "../../platform/database/database.ts";
import { preparedQuery } from "../../platform/database/prepared-query.ts";
import { AppError } from "../../platform/errors.ts";
import { canBeId } from "../../platform/ids.ts";
import type { LockActorAccount, Person } from "../../policy/personal-data.ts";

/** Locks an account until the transaction ends. Throws "not-found". */
export async function lockAccount(tx: WriteTransaction, accountId: string): Promise<Person> {
  if (!canBeId(accountId)) throw noSuchAccount();
  const person = await findLockedPerson(tx, accountId);
  if (person === undefined) throw noSuchAccount();
  return person;
}

/** The same for writes on behalf of an identified account. Throws "unauthenticated". */
export const lockActorAccount: LockActorAccount = async (tx, accountId) => {
  const person = await findLockedPerson(tx, accountId);
  if (person !== undefined) return person;
  const message = "This account has just been deleted. Nothing was saved.";
  throw new AppError("unauthenticated", message);
};

export function noSuchAccount(): AppError {
  return new AppError("not-found", "There is no such account.");
}

/** The same; undefined for an unknown account. */
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
    // SQLite has one writer. The lock is exclusive: with shared locks, constant requests could
    // prevent a deletion, and orders of one account wait for its limits anyway.
    .$if(engineOf(queries) === "postgres", (query) => query.forUpdate())
    .compile(),
);
