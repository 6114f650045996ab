import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "../platform/clock.ts";
import { type Database, isUniqueViolation } from "../platform/database.ts";
import { normalEmail } from "../platform/email-address.ts";
import { engineOf } from "../platform/engine-of.ts";
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
  if (!(await isSetUpOpen(dependencies, token))) throw linkUsed();
  const message = emailFault(email);
  if (message !== null) {
    throw new AppError("invalid", message, { issues: [{ path: "email", message }] });
  }
  await requireGoodPassword(password, dependencies.passwordMinLength, "password");
  if (!(await becomeFirstAdmin(dependencies, { email, password }))) throw linkUsed();
}

/** Creates the configured admin when there is none yet; does nothing otherwise. */
export async function ensureFirstAdmin(
  dependencies: FirstAdminDependencies,
  credentials: Credentials,
): Promise<void> {
  if (await hasAnyAdmin(dependencies.database.read)) return;
  await becomeFirstAdmin(dependencies, credentials);
}

/** False when another process or another holder of the link was first at the same moment. */
async function becomeFirstAdmin(
  { authentication, database, clock }: FirstAdminDependencies,
  { email, password }: Credentials,
): Promise<boolean> {
  const address = normalEmail(email);
  try {
    await takeAccount(authentication, address, password);
    return await database.write(async (tx) => {
      // PostgreSQL would let two look at once, and both find nobody.
      if (engineOf(tx) === "postgres") {
        await sql`lock table user_records in share row exclusive mode`.execute(tx);
      }
      if (await hasAnyAdmin(tx)) return false;
      await insertUserRecord(tx, address, clock());
      return true;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/**
 * The account is made verified: whoever can configure the program or read its log may. If it is
 * there, because somebody had registered the address or a start was broken off, it gets this
 * password and loses its sessions.
 */
async function takeAccount(
  authentication: Authentication,
  email: string,
  password: string,
): Promise<void> {
  const { internalAdapter, password: passwords } = await authentication.$context;
  const hash = await passwords.hash(password);
  const existing = await internalAdapter.findUserByEmail(email);
  const user =
    existing?.user ??
    (await internalAdapter.createUser(
      { email, name: "", emailVerified: true },
      { method: "email-password" },
    ));
  const account = { userId: user.id, accountId: user.id, providerId: "credential", password: hash };
  if (await internalAdapter.findCredentialAccount(user.id)) {
    await internalAdapter.updatePassword(user.id, hash);
  } else {
    await internalAdapter.linkAccount(account);
  }
  await internalAdapter.updateUser(user.id, { emailVerified: true });
  await internalAdapter.deleteUserSessions(user.id);
}

function linkUsed(): AppError {
  return new AppError("not-found", "This link has been used. Log in instead.");
}
