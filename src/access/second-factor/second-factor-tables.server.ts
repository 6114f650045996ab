import type { Queries, WriteTransaction } from "#platform/database/database.ts";

/**
 * The secret and the backup codes of an account, encrypted with SECRET. better-auth creates this
 * table and the table of passkeys.
 */
interface TwoFactorTable {
  id: string;
  userId: string;
  secret: string;
  backupCodes: string;
  /** False until the account has entered the first code. */
  verified: boolean | number;
  failedVerificationCount: number | null;
  lockedUntil: Date | string | null;
}

interface PasskeyTable {
  id: string;
  userId: string;
  name: string | null;
  publicKey: string;
  credentialID: string;
  counter: number;
  deviceType: string;
  backedUp: boolean | number;
  transports: string | null;
  createdAt: Date | string | null;
  aaguid: string | null;
}

/** Codes that were accepted a short time ago. The primary key prevents a second use of a code. */
interface UsedCodesTable {
  account_id: string;
  code: string;
  used_at: number;
}

/** The host of PUBLIC_URL when a passkey was added. The passkey works only at that host. */
interface PasskeyHostsTable {
  passkey_id: string;
  account_id: string;
  host: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    twoFactor: TwoFactorTable;
    passkey: PasskeyTable;
    used_codes: UsedCodesTable;
    passkey_hosts: PasskeyHostsTable;
  }
}

/** Time for which a used code is remembered; longer than the code is valid. */
const usedCodeMs = 5 * 60_000;

export async function isUsedCode(
  queries: Queries,
  accountId: string,
  code: string,
): Promise<boolean> {
  const row = await queries
    .selectFrom("used_codes")
    .select("code")
    .where("account_id", "=", accountId)
    .where("code", "=", code)
    .where("used_at", ">", Date.now() - usedCodeMs)
    .executeTakeFirst();
  return row !== undefined;
}

/** Of several simultaneous calls with one code, only one returns true. */
export async function claimCode(
  tx: WriteTransaction,
  accountId: string,
  code: string,
): Promise<boolean> {
  const now = Date.now();
  await tx
    .deleteFrom("used_codes")
    .where("account_id", "=", accountId)
    .where("used_at", "<=", now - usedCodeMs)
    .execute();
  const claimed = await tx
    .insertInto("used_codes")
    .values({ account_id: accountId, code, used_at: now })
    .onConflict((conflict) => conflict.columns(["account_id", "code"]).doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}

/** Removes codes, backup codes, passkeys, open second steps and trusted devices of an account. */
export async function removeSecondFactor(tx: WriteTransaction, accountId: string): Promise<void> {
  await tx.deleteFrom("twoFactor").where("userId", "=", accountId).execute();
  await tx.deleteFrom("used_codes").where("account_id", "=", accountId).execute();
  await removePasskeys(tx, accountId);
  await endSecondSteps(tx, accountId);
  await tx
    .updateTable("user")
    .set({ twoFactorEnabled: false })
    .where("id", "=", accountId)
    .execute();
}

/** Removes the passkeys of an account, and its open attempts to add one or to sign in with one. */
export async function removePasskeys(tx: WriteTransaction, accountId: string): Promise<void> {
  await tx.deleteFrom("passkey_hosts").where("account_id", "=", accountId).execute();
  await tx.deleteFrom("passkey").where("userId", "=", accountId).execute();
  await tx.deleteFrom("verification").where("value", "like", `{%"id":"${accountId}"%`).execute();
}

/** Ends the open second steps of sign-ins and the trust in devices. */
export async function endSecondSteps(tx: WriteTransaction, accountId: string): Promise<void> {
  const steps = await tx
    .deleteFrom("verification")
    .where("value", "=", accountId)
    .where((where) =>
      where.or([
        where("identifier", "like", "2fa-%"),
        where("identifier", "like", "trust-device-%"),
      ]),
    )
    .returning("identifier")
    .execute();
  const counters = steps.map(({ identifier }) => `2fa-attempts-${identifier}`);
  if (counters.length === 0) return;
  await tx.deleteFrom("verification").where("identifier", "in", counters).execute();
}
