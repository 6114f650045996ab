import { queueEmail } from "#mail/queue-email.server.ts";
import { AppError } from "#platform/errors.ts";
import { rememberDevice } from "../devices/known-devices.server.ts";
import { cookieName, sessionCookieName } from "../sessions/cookie-names.ts";
import {
  type AccessAnswer,
  type AccessDependencies,
  answerOf,
  type Credentials,
  call,
  type RequestHeaders,
  refusalOf,
  SecondFactorRequired,
  signIn,
} from "../sessions/sign-in.ts";
import { claimCode, isUsedCode } from "./second-factor-tables.server.ts";

/** Time between the password and the code. */
export const secondStepSeconds = 600;

/** Signs in with password and code in one call. Throws like `signIn` and `enterCode`. */
export async function signInWithCode(
  access: AccessDependencies,
  headers: RequestHeaders,
  { code = "", ...credentials }: Credentials & { readonly code?: string | undefined },
): Promise<AccessAnswer> {
  try {
    return await signIn(access, headers, credentials);
  } catch (error) {
    if (!(error instanceof SecondFactorRequired) || code.trim() === "") throw error;
    return enterCode(access, withCookies(headers, error.cookies), { code });
  }
}

/** True between the right password and the right code, for at most ten minutes. */
export async function isSecondStepOpen(
  access: AccessDependencies,
  headers: RequestHeaders,
): Promise<boolean> {
  return (await accountInSecondStep(access, headers)) !== undefined;
}

interface CodeInput {
  /** Six digits of the authenticator app, or a backup code. */
  readonly code: string;
  /** Asks for no code on this device for 30 days. */
  readonly trustDevice?: boolean;
}

/**
 * Opens the session of a sign-in whose password was right. Throws "unauthenticated" at the field
 * `code` for a wrong or a used code, "unauthenticated" with `isSignInOver` when the password has to
 * be entered again, and "too-many" after ten wrong codes.
 */
export async function enterCode(
  access: AccessDependencies,
  headers: RequestHeaders,
  { code, trustDevice = false }: CodeInput,
): Promise<AccessAnswer> {
  const accountId = await accountInSecondStep(access, headers);
  if (accountId === undefined) throw signInOver("This sign-in has expired. Log in again.");
  const typed = plainCode(code);
  if (typed === "") throw wrongCode("Enter a code.");
  // With the session of another account, better-auth would check the code of that account.
  const own = withoutSession(access, headers);
  if (!isAppCode(typed)) {
    const body = { code: typed, trustDevice };
    const response = await call(access, own, "/two-factor/verify-backup-code", body);
    if (!response.ok) throw await refusedCode(response, typed);
    await tellOfBackupCode(access, accountId);
    return rememberDevice(access, headers, await answerOf(response));
  }
  if (await isUsedCode(access.database.read, accountId, typed)) throw usedCode();
  const response = await call(access, own, "/two-factor/verify-totp", { code: typed, trustDevice });
  if (!response.ok) throw await refusedCode(response, typed);
  const answer = await answerOf(response);
  await keepFirstUse(access, accountId, typed, answer);
  return rememberDevice(access, headers, answer);
}

/**
 * Two sign-ins with the same code may both have passed the check above. The database accepts the
 * code once; the other sign-in loses its new session, whose token nobody has seen.
 */
async function keepFirstUse(
  { database }: AccessDependencies,
  accountId: string,
  code: string,
  { body }: AccessAnswer,
): Promise<void> {
  const { token } = body as { readonly token: string };
  const isFirst = await database.write(async (tx) => {
    if (await claimCode(tx, accountId, code)) return true;
    await tx.deleteFrom("session").where("token", "=", token).execute();
    return false;
  });
  if (!isFirst) throw usedCode();
}

async function tellOfBackupCode(
  { authentication, database, post }: AccessDependencies,
  accountId: string,
): Promise<void> {
  const { readBackupCodes } = await import("./stored-codes.server.ts");
  const left = await readBackupCodes(authentication, database.read, accountId);
  await database.write(async (tx) => {
    const user = await tx
      .selectFrom("user")
      .select("email")
      .where("id", "=", accountId)
      .executeTakeFirst();
    if (user === undefined) return;
    await queueEmail(tx, post, {
      name: "backupCodeUsed",
      recipient: user.email,
      values: { email: user.email, codesLeft: String(left.length) },
      path: "/account/security",
    });
  });
}

/** Removes spaces from a typed code, because apps show a code as "123 456". */
export function plainCode(code: string): string {
  return code.replace(/\s/g, "").slice(0, 100);
}

export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** Explains a code that better-auth has refused. */
export async function refusedCode(response: Response, code: string): Promise<AppError> {
  const { code: reason } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  if (reason === "ACCOUNT_TEMPORARILY_LOCKED") {
    const message = "Too many wrong codes. Wait 15 minutes and log in again.";
    return new AppError("too-many", message, { retryAfterSeconds: 15 * 60 });
  }
  if (reason === "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE") {
    return signInOver("Too many wrong codes. Log in again.");
  }
  if (reason === "INVALID_TWO_FACTOR_COOKIE") {
    return signInOver("This sign-in has expired. Log in again.");
  }
  if (reason === "TOTP_NOT_ENABLED" || reason === "BACKUP_CODES_NOT_ENABLED") {
    return signInOver(
      "This account asks for a code, but its second factor is not complete. Ask an owner of the site to reset it.",
    );
  }
  return refusalOf(response, isAppCode(code) ? wrongAppCode() : wrongCode(notABackupCode));
}

const notABackupCode = "This is not one of your backup codes.";

/**
 * Says the same of every wrong code. A sentence about codes that are nearly right would tell a
 * guesser which guesses to send again, and would compare each guess with more codes.
 */
function wrongAppCode(): AppError {
  return wrongCode(
    "This code is not right. Enter the code that your app shows now. If the clock of your phone is wrong, no code is right: let the phone set its time automatically.",
  );
}

export function wrongCode(message: string): AppError {
  const issues = [{ path: "code", message }];
  return new AppError("unauthenticated", message, {
    issues,
    extra: { secondFactorRequired: true },
  });
}

export function usedCode(): AppError {
  return wrongCode("This code has already been used. Wait for the next code in your app.");
}

function signInOver(message: string): AppError {
  return new AppError("unauthenticated", message, { extra: { isSignInOver: true } });
}

async function accountInSecondStep(
  { authentication, publicUrl }: AccessDependencies,
  headers: RequestHeaders,
): Promise<string | undefined> {
  const cookies = headers.get("cookie") ?? "";
  if (!cookies.includes(`${cookieName(publicUrl, "furrow-second-step")}=`)) return undefined;
  return (await authentication.api.accountInSecondStep({ headers })) ?? undefined;
}

function withCookies(headers: RequestHeaders, cookies: readonly string[]): RequestHeaders {
  const added = cookies.map((line) => line.split(";")[0] ?? "");
  const names = added.map((pair) => pair.slice(0, pair.indexOf("=") + 1));
  const kept = pairsIn(headers).filter((pair) => !names.some((name) => pair.startsWith(name)));
  const forwarded = new Headers(headers);
  forwarded.set("cookie", [...kept, ...added].join("; "));
  return forwarded;
}

export function withoutSession(
  { publicUrl }: Pick<AccessDependencies, "publicUrl">,
  headers: RequestHeaders,
): RequestHeaders {
  const name = `${sessionCookieName(publicUrl)}=`;
  const forwarded = new Headers(headers);
  forwarded.set(
    "cookie",
    pairsIn(headers)
      .filter((pair) => !pair.startsWith(name))
      .join("; "),
  );
  return forwarded;
}

function pairsIn(headers: RequestHeaders): string[] {
  return (headers.get("cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter(Boolean);
}
