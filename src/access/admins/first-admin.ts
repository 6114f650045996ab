import { createHmac } from "node:crypto";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError, type FieldIssue, StartError } from "#platform/errors.ts";
import { isSameText } from "#platform/signatures.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { WayIn } from "#policy/ways-in.ts";
import { hashPassword, takeAccount } from "../accounts/accounts.server.ts";
import type { Authentication } from "../open-access.ts";
import { emailFault, minLengthFor, passwordFault } from "../sessions/credential-rules.ts";
import type { Credentials } from "../sessions/sign-in.ts";
import { hasAnyAdmin, insertUserRecord, lockAdmins } from "./user-records.ts";

export interface FirstAdminDependencies {
  readonly authentication: Authentication;
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
  readonly passwordMinLength: number;
  readonly waysIn: readonly WayIn[];
}

/** Token of the set-up link; valid until the first admin exists. */
export function setUpToken(secret: string): string {
  return createHmac("sha256", secret).update("first admin").digest("base64url");
}

export async function isSetUpOpen(
  { database, secret }: FirstAdminDependencies,
  token: string,
): Promise<boolean> {
  return isSameText(token, setUpToken(secret)) && !(await hasAnyAdmin(database.read));
}

/**
 * Makes the person with the set-up link the first admin. Throws "not-found" once an admin exists,
 * "invalid" with an issue per field, and "conflict" for the account of a customer who
 * shares a company.
 */
export async function setUpFirstAdmin(
  dependencies: FirstAdminDependencies,
  token: string,
  { email, password }: Credentials,
  { issues: others = [], alsoWrite }: SetUpPart = {},
): Promise<void> {
  if (!(await isSetUpOpen(dependencies, token))) throw linkUsed();
  const faults = [
    ["email", emailFault(email)],
    ["password", await passwordFault(password, minLengthFor(dependencies, true))],
  ] as const;
  const own = faults.flatMap(([path, message]) => (message === null ? [] : { path, message }));
  const [first, ...rest] = [...others, ...own];
  if (first !== undefined) {
    throw new AppError("invalid", first.message, { issues: [first, ...rest] });
  }
  if (!(await becomeFirstAdmin(dependencies, { email, password }, alsoWrite))) throw linkUsed();
}

/** What else the set-up page sets. */
interface SetUpPart {
  /** Faults of the other fields, which are reported together with those of the credentials. */
  readonly issues?: readonly FieldIssue[];
  /** Runs in the transaction that makes the first admin, and only there. */
  readonly alsoWrite?: (tx: WriteTransaction) => Promise<void>;
}

/**
 * Creates the admin from ADMIN_EMAIL and ADMIN_PASSWORD if no admin exists. Throws a StartError for
 * a password that the rules reject, and for the account of a customer who shares a company.
 */
export async function ensureFirstAdmin(
  dependencies: FirstAdminDependencies,
  credentials: Credentials,
): Promise<void> {
  if (await hasAnyAdmin(dependencies.database.read)) return;
  const fault = await passwordFault(credentials.password, minLengthFor(dependencies, true));
  if (fault !== null) {
    throw new StartError(
      `ADMIN_PASSWORD cannot be the first admin's password: ${fault.replace(/\.?$/, ".")}`,
    );
  }
  try {
    await becomeFirstAdmin(dependencies, credentials);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new StartError(
      `ADMIN_EMAIL cannot be the first admin: ${error.message} Or choose another address.`,
    );
  }
}

/**
 * Returns false, and changes nothing, when another admin already exists: another process or another
 * person with the link was first. Verifies the account without an email, because only a person who
 * can configure Furrow or read its log can call this.
 */
async function becomeFirstAdmin(
  { authentication, database, clock, waysIn }: FirstAdminDependencies,
  { email, password }: Credentials,
  alsoWrite?: SetUpPart["alsoWrite"],
): Promise<boolean> {
  const hash = await hashPassword(authentication, password);
  return database.write(async (tx) => {
    await lockAdmins(tx);
    if (await hasAnyAdmin(tx)) return false;
    await takeAccount(tx, waysIn, email, hash);
    await insertUserRecord(tx, normalEmail(email), clock());
    await alsoWrite?.(tx);
    return true;
  });
}

function linkUsed(): AppError {
  return new AppError("not-found", "This link has already been used. Log in instead.");
}
