import type { Database, WriteTransaction } from "../platform/database.ts";
import { instantOf } from "./account-tables.server.ts";
import { lockAccount } from "./lock-account.server.ts";

/**
 * Ends the other open links of the account whose link this is. Called before the link is used, so that
 * of several that are used at once one is good, and whoever dies in between leaves that one at most.
 * Does nothing for a link that is not open.
 */
export async function endOtherResetLinks(database: Database, token: string): Promise<void> {
  const identifier = `reset-password:${token}`;
  await database.write(async (tx) => {
    const accountId = await accountOf(tx, identifier);
    if (accountId === undefined) return;
    await lockAccount(tx, accountId);
    // Another one may have ended it while this one waited.
    if ((await accountOf(tx, identifier)) === undefined) return;
    await tx
      .deleteFrom("verification")
      .where("value", "=", accountId)
      .where("identifier", "!=", identifier)
      .execute();
  });
}

/** Ends every open link of the account. */
export async function endResetLinks(database: Database, accountId: string): Promise<void> {
  await database.write((tx) =>
    tx.deleteFrom("verification").where("value", "=", accountId).execute(),
  );
}

async function accountOf(tx: WriteTransaction, identifier: string): Promise<string | undefined> {
  const link = await tx
    .selectFrom("verification")
    .select(["value", "expiresAt"])
    .where("identifier", "=", identifier)
    .executeTakeFirst();
  return link !== undefined && instantOf(link.expiresAt) > Date.now() ? link.value : undefined;
}
