import type { Database, Queries, WriteTransaction } from "../../platform/database/database.ts";
import { isPlainText } from "../../platform/texts/plain-text.ts";
import { lockAccount } from "../accounts/accounts.server.ts";
import { instantOf } from "./authentication-tables.server.ts";

/**
 * Invalidates the other open links of the link's account. Called before the link is used, so that
 * of several simultaneous uses one succeeds, and a crash leaves at most that link. Does nothing for
 * a link that is not open.
 */
export async function endOtherResetLinks(database: Database, token: string): Promise<void> {
  const identifier = `reset-password:${token}`;
  await database.write(async (tx) => {
    const accountId = await accountOf(tx, identifier);
    if (accountId === undefined) return;
    await lockAccount(tx, accountId);
    // Another link may have invalidated this one while it waited.
    if ((await accountOf(tx, identifier)) === undefined) return;
    await tx
      .deleteFrom("verification")
      .where("value", "=", accountId)
      .where("identifier", "!=", identifier)
      .execute();
  });
}

/**
 * True while a link can be used. The check consumes nothing, and reveals no more than using the
 * link would.
 */
export async function isOpenResetLink(database: Database, token: string): Promise<boolean> {
  if (!isPlainText(token)) return false;
  return (await accountOf(database.read, `reset-password:${token}`)) !== undefined;
}

/** Invalidates all open links of the account. */
export async function endResetLinks(tx: WriteTransaction, accountId: string): Promise<void> {
  await tx.deleteFrom("verification").where("value", "=", accountId).execute();
}

async function accountOf(queries: Queries, identifier: string): Promise<string | undefined> {
  const link = await queries
    .selectFrom("verification")
    .select(["value", "expiresAt"])
    .where("identifier", "=", identifier)
    .executeTakeFirst();
  return link !== undefined && instantOf(link.expiresAt) > Date.now() ? link.value : undefined;
}
