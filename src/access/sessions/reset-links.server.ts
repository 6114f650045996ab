import type { Database, Queries } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { newToken } from "#platform/tokens.ts";
import { accountsWithoutPassword, lockAccount } from "../accounts/accounts.server.ts";
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

const hourMs = 60 * 60_000;

/**
 * Path of a new link for the command `furrow reset-password`, which hands the link over where no
 * mail server sends it. Works once, within one hour, like the emailed link. Null for an address
 * without an account.
 */
export async function openResetLink(database: Database, email: string): Promise<string | null> {
  const token = newToken();
  return database.write(async (tx) => {
    const user = await tx
      .selectFrom("user")
      .select("id")
      .where("email", "=", normalEmail(email))
      .executeTakeFirst();
    if (user === undefined) return null;
    await lockAccount(tx, user.id);
    const now = Date.now();
    await tx
      .insertInto("verification")
      .values({
        id: newId(),
        identifier: `reset-password:${token}`,
        value: user.id,
        expiresAt: new Date(now + hourMs),
        createdAt: new Date(now),
        updatedAt: new Date(now),
      })
      .execute();
    return `/reset?token=${token}`;
  });
}

/** True while a link can be used. The check does not use up the link. */
export async function isOpenResetLink(database: Database, token: string): Promise<boolean> {
  return (await accountOfResetLink(database, token)) !== undefined;
}

/** The account that an open link belongs to. */
export async function accountOfResetLink(
  database: Database,
  token: string,
): Promise<string | undefined> {
  return isPlainText(token) ? accountOf(database.read, `reset-password:${token}`) : undefined;
}

/** Whether a link belongs to somebody who is on the team or has been invited to it. */
export async function isResetOfTeam(database: Database, token: string): Promise<boolean> {
  const accountId = await accountOfResetLink(database, token);
  if (accountId === undefined) return false;
  const user = await database.read
    .selectFrom("user")
    .select("email")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return user !== undefined && (await roleOfEmail(database.read, user.email)) !== null;
}

/** Whether a link sets the first password of its account. */
export async function isFirstPassword(database: Database, token: string): Promise<boolean> {
  const accountId = await accountOfResetLink(database, token);
  if (accountId === undefined) return false;
  return (await accountsWithoutPassword(database.read, [accountId])).size > 0;
}

async function accountOf(queries: Queries, identifier: string): Promise<string | undefined> {
  const link = await queries
    .selectFrom("verification")
    .select(["value", "expiresAt"])
    .where("identifier", "=", identifier)
    .executeTakeFirst();
  return link !== undefined && instantOf(link.expiresAt) > Date.now() ? link.value : undefined;
}
