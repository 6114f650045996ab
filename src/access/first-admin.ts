import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import { type Database, isUniqueViolation } from "../platform/database.ts";
import { normalEmail } from "../platform/email-address.ts";
import { AppError } from "../platform/errors.ts";
import type { Authentication } from "./authentication.server.ts";
import { emailFault } from "./email-rule.ts";
import { requireGoodPassword } from "./password-rule.ts";
import type { Credentials } from "./sign-in.ts";
import { hasAnyAdmin, insertUserRecord } from "./user-records.ts";

export interface FirstAdminDependencies {
  readonly authentication: Authentication;
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
  readonly passwordMinLength: number;
}

/** The secret part of the set-up link. Good for as long as there is no admin, so for one use. */
export function setUpToken(secret: string): string {
  return createHmac("sha256", secret).update("first admin").digest("base64url");
}

/** Whether the link still opens anything. */
export async function isSetUpOpen(
  { database, secret }: FirstAdminDependencies,
  token: string,
): Promise<boolean> {
  const expected = Buffer.from(setUpToken(secret));
  const given = Buffer.from(token);
  const matches = expected.length === given.length && timingSafeEqual(expected, given);
  return matches && !(await hasAnyAdmin(database.read));
}

/** Makes whoever holds the link the first admin. Throws "not-found" once there is one. */
export async function setUpFirstAdmin(
  dependencies: FirstAdminDependencies,
  token: string,
  { email, password }: Credentials,
): Promise<void> {
  if (!(await isSetUpOpen(dependencies, token))) {
    throw new AppError("not-found", "This link has been used. Log in instead.");
  }
  const message = emailFault(email);
  if (message !== null) {
    throw new AppError("invalid", message, { issues: [{ path: "email", message }] });
  }
  await requireGoodPassword(password, dependencies.passwordMinLength, "password");
  await createAdmin(dependencies, { email, password });
}

/** Creates the configured admin when there is none yet; does nothing otherwise. */
export async function ensureFirstAdmin(
  dependencies: FirstAdminDependencies,
  credentials: Credentials,
): Promise<void> {
  if (await hasAnyAdmin(dependencies.database.read)) return;
  try {
    await createAdmin(dependencies, credentials);
  } catch (error) {
    // Another process that started at the same moment was first.
    if (!isUniqueViolation(error)) throw error;
  }
}

/**
 * The account is made verified: whoever can configure the program or read its log may. If somebody
 * had registered the address before, the account gets this password and loses its sessions.
 */
async function createAdmin(
  { authentication, database, clock }: FirstAdminDependencies,
  { email, password }: Credentials,
): Promise<void> {
  const { internalAdapter, password: passwords } = await authentication.$context;
  const hash = await passwords.hash(password);
  const address = normalEmail(email);
  const existing = await internalAdapter.findUserByEmail(address);
  if (existing === null) {
    const user = await internalAdapter.createUser(
      { email: address, name: "", emailVerified: true },
      { method: "email-password" },
    );
    await internalAdapter.linkAccount({
      userId: user.id,
      accountId: user.id,
      providerId: "credential",
      password: hash,
    });
  } else {
    await internalAdapter.updatePassword(existing.user.id, hash);
    await internalAdapter.updateUser(existing.user.id, { emailVerified: true });
    await internalAdapter.deleteUserSessions(existing.user.id);
  }
  await database.write((tx) => insertUserRecord(tx, address, clock()));
}
