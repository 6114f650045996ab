import type { Queries } from "#platform/database/database.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import type { BookDependencies } from "../bookkeeping-dependencies.ts";
import { lockBooks } from "../lock-books.server.ts";
import { type Accounts, usualAccounts } from "./accounts.ts";
import { accountsForm } from "./accounts-form.ts";

/** Throws "forbidden". */
export async function readAccounts(
  { database }: Pick<BookDependencies, "database">,
  actor: Actor,
): Promise<Accounts> {
  requireRight(actor, "see the books");
  return accountsIn(database.read);
}

export async function accountsIn(queries: Queries): Promise<Accounts> {
  const { accounts } = await queries
    .selectFrom("books")
    .select("accounts")
    .executeTakeFirstOrThrow();
  return accounts === null ? usualAccounts : { ...usualAccounts, ...JSON.parse(accounts) };
}

/** Input: `accountsForm`. Throws "forbidden" and "invalid" with an issue for each field. */
export async function saveAccounts(
  { database, clock }: BookDependencies,
  actor: Actor,
  input: unknown,
): Promise<Accounts> {
  requireRight(actor, "keep the books");
  const accounts = parseOrThrow(accountsForm, input);
  await database.write(async (tx) => {
    await lockBooks(tx);
    const before = await accountsIn(tx);
    await tx
      .updateTable("books")
      .set({ accounts: JSON.stringify(accounts) })
      .execute();
    await audit(tx, actor, {
      action: "Change accounts",
      subject: "setting",
      subjectId: "accounts",
      label: "Accounts of the journal",
      before: { ...before },
      after: { ...accounts },
      at: clock(),
    });
  });
  return accounts;
}
