import type { WriteTransaction } from "../platform/database.ts";
import { engineOf } from "../platform/engine-of.ts";
import { AppError } from "../platform/errors.ts";
import { canBeId } from "../platform/ids.ts";
import type { Person } from "../policy/personal-data.ts";

/** The account, which nobody else changes or deletes until this transaction is over. Throws "not-found". */
export async function lockAccount(tx: WriteTransaction, accountId: string): Promise<Person> {
  if (!canBeId(accountId)) throw noSuchAccount();
  const row = await tx
    .selectFrom("user")
    .select(["email", "emailVerified"])
    .where("id", "=", accountId)
    // On SQLite a write is alone anyway.
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw noSuchAccount();
  return { accountId, email: row.email, emailVerified: Boolean(row.emailVerified) };
}

export function noSuchAccount(): AppError {
  return new AppError("not-found", "There is no such account.");
}
