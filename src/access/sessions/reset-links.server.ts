import type { Database, Queries, WriteTransaction } from "../../platform/database/database.ts";
import { isPlainText } from "../../platform/texts/plain-text.ts";
import { lockAccount } from "../accounts/accounts.server.ts";
import { roleOfEmail } from "../admins/user-records.ts";
import { instantOf } from "./authentication-tables.server.ts";

/**
 * Invalidates all other open reset links of the account that a link belongs to. Call this before
 * the link is used: only one of several simultaneous uses can then succeed, and if the process
 * stops in between, only this link is left. Does nothing for a link that is not open.
 */
export async function endOtherResetLinks(database: Database, token: string): Promise<void> {
  const identifier = `reset-password:${token}`;
  await database.write(async (tx) => {
    const accountId = await accountOf(tx, identifier);
    if (accountId === undefined) return;
    await lockAccount(tx, accountId);
    // While this transaction waited for the lock, the use of another link may have invalidated this
    // link.
    if ((await accountOf(tx, identifier)) === undefined) return;
    await tx
      .deleteFrom("verification")
      .where("value", "=", accountId)
      .where("identifier", "!=", identifier)
      .execute();
  });
}

/** True while a link can be used. The check does not use up the link. */
export async function isOpenResetLink(database: Database, token: string): Promise<boolean> {
  if (!isPlainText(token)) return false;
  return (await accountOf(database.read, `reset-password:${token}`)) !== undefined;
}

/** Whether a link belongs to somebody who is on the team or has been invited to it. */
export async function isResetOfTeam(database: Database, token: string): Promise<boolean> {
  if (!isPlainText(token)) return false;
  const accountId = await accountOf(database.read, `reset-password:${token}`);
  if (accountId === undefined) return false;
  const user = await database.read
    .selectFrom("user")
    .select("email")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return user !== undefined && (await roleOfEmail(database.read, user.email)) !== null;
}

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
