import { createHmac } from "node:crypto";
import type { Database } from "../../platform/database/database.ts";
import { AppError, StartError } from "../../platform/errors.ts";
import { isSameText } from "../../platform/signatures.ts";
import { normalEmail } from "../../platform/texts/email-address.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { hashPassword, takeAccount } from "../accounts/accounts.server.ts";
import type { Authentication } from "../open-access.ts";
import { emailFault, passwordFault, requireGoodPassword } from "../sessions/credential-rules.ts";
import type { Credentials } from "../sessions/sign-in.ts";
import { hasAnyAdmin, insertUserRecord, lockAdmins } from "./user-records.ts";

export interface FirstAdminDependencies {
  readonly authentication: Authentication;
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
  readonly passwordMinLength: number;
}

/** Token of the set-up link. Valid until the first admin exists. */
export function setUpToken(secret: string): string {
  return createHmac("sha256", secret).update("first admin").digest("base64url");
}

/** True while the set-up link is valid. */
export async function isSetUpOpen(
  { database, secret }: FirstAdminDependencies,
  token: string,
): Promise<boolean> {
  return isSameText(token, setUpToken(secret)) && !(await hasAnyAdmin(database.read));
}

/**
 * Makes the holder of the set-up link the first admin. Throws "not-found" once there is an admin.
 */
export async function setUpFirstAdmin(
  dependencies: FirstAdminDependencies,
  token: string,
  { email, password }: Credentials,
): Promise<void> {
  if (!(await isSetUpOpen(dependencies, token))) throw linkUsed();
  const message = emailFault(email);
  if (message !== null) {
    throw new AppError("invalid", message, { issues: [{ path: "email", message }] });
  }
  await requireGoodPassword(password, dependencies.passwordMinLength, "password");
  if (!(await becomeFirstAdmin(dependencies, { email, password }))) throw linkUsed();
}

/**
 * Creates the configured admin when there is no admin; otherwise does nothing. Throws a StartError
 * for a password that the rules reject.
 */
export async function ensureFirstAdmin(
  dependencies: FirstAdminDependencies,
  credentials: Credentials,
): Promise<void> {
  if (await hasAnyAdmin(dependencies.database.read)) return;
  const fault = await passwordFault(credentials.password, dependencies.passwordMinLength);
  if (fault !== null) {
    throw new StartError(
      `ADMIN_PASSWORD cannot be the first admin's password: ${fault.replace(/\.?$/, ".")}`,
    );
  }
  await becomeFirstAdmin(dependencies, credentials);
}

/**
 * Returns false when another process or holder of the link was faster; then nothing changes, not
 * even the account's password. The account becomes verified, because a person who can configure the
 * program or read its log is trusted.
 */
async function becomeFirstAdmin(
  { authentication, database, clock }: FirstAdminDependencies,
  { email, password }: Credentials,
): Promise<boolean> {
  const hash = await hashPassword(authentication, password);
  return database.write(async (tx) => {
    await lockAdmins(tx);
    if (await hasAnyAdmin(tx)) return false;
    await takeAccount(tx, email, hash);
    await insertUserRecord(tx, normalEmail(email), clock());
    return true;
  });
}

function linkUsed(): AppError {
  return new AppError("not-found", "This link has already been used. Log in instead.");
}
