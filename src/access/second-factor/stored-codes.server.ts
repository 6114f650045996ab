import { createOTP } from "@better-auth/utils/otp";
import { symmetricDecrypt } from "better-auth/crypto";
import type { Queries } from "#platform/database/database.ts";
import type { Authentication } from "../open-access.ts";

async function storedCodesOf(queries: Queries, accountId: string) {
  return queries
    .selectFrom("twoFactor")
    .select(["secret", "backupCodes", "verified"])
    .where("userId", "=", accountId)
    .executeTakeFirst();
}

async function decrypted({ $context }: Authentication, text: string): Promise<string> {
  const { secretConfig } = await $context;
  return symmetricDecrypt({ key: secretConfig, data: text });
}

/** Backup codes that were not used yet; none without a second factor. */
export async function readBackupCodes(
  authentication: Authentication,
  queries: Queries,
  accountId: string,
): Promise<readonly string[]> {
  const stored = await storedCodesOf(queries, accountId);
  if (stored === undefined) return [];
  return JSON.parse(await decrypted(authentication, stored.backupCodes)) as string[];
}

/**
 * The `otpauth:` address of a secret for which the account has not entered a code yet; null for an
 * account without such a secret, because a secret in use is never shown again.
 */
export async function readNewSecret(
  authentication: Authentication,
  queries: Queries,
  { accountId, email, issuer }: Readonly<Record<"accountId" | "email" | "issuer", string>>,
): Promise<string | null> {
  const stored = await storedCodesOf(queries, accountId);
  if (stored === undefined || stored.verified) return null;
  return createOTP(await decrypted(authentication, stored.secret)).url(issuer, email);
}
