import { z } from "zod";
import { queueEmail } from "#mail/queue-email.server.ts";
import { AppError } from "#platform/errors.ts";
import { isSameText, signatureOf } from "#platform/signatures.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor, SignedInActor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requirePerson } from "#policy/keys.ts";
import type { KeepableKind } from "#policy/ways-in.ts";
import { isConfirmed, lockAccount } from "../accounts/accounts.server.ts";
import {
  type AccessAnswer,
  type AccessDependencies,
  answerOf,
  call,
  type RequestHeaders,
  refusalOf,
  unexpected,
} from "../sessions/sign-in.ts";
import { tokenOfAnswer } from "../ways-in/own-ways-in.ts";
import { auditedEnds, endWaysIn, factsOfEnded, keepInput } from "../ways-in/ways-in.ts";
import { claimCode, isUsedCode } from "./second-factor-tables.server.ts";
import { isAppCode, plainCode, refusedCode, usedCode, wrongCode } from "./second-step.ts";

/** Backup codes left; null while codes are switched off. */
export async function countBackupCodes(
  { authentication, database }: AccessDependencies,
  actor: Actor,
): Promise<number | null> {
  const { accountId } = requirePerson(actor);
  const user = await database.read
    .selectFrom("user")
    .select("twoFactorEnabled")
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (!user?.twoFactorEnabled) return null;
  const { readBackupCodes } = await import("./stored-codes.server.ts");
  return (await readBackupCodes(authentication, database.read, accountId)).length;
}

const passwordInput = z.strictObject({
  password: z
    .string("Enter your password.")
    .min(1, "Enter your password.")
    .max(1024, "This is not your password."),
});

const offInput = passwordInput.extend({ keep: keepInput });

/** Time in which the first code has to be entered. */
const setUpMs = 30 * 60_000;

/**
 * Makes a new secret for an authenticator app. Returns a proof that the password was entered, with
 * which `readSetUp` shows the secret. Sign-ins ask for no code before the first code is entered.
 * Throws "invalid" at the field `password`, and "conflict" for an address that is not confirmed and
 * for an account that has codes already.
 */
export async function startAppCodes(
  access: AccessDependencies,
  actor: Actor,
  headers: RequestHeaders,
  input: unknown,
): Promise<string> {
  const { accountId, email } = requirePerson(actor);
  const body = parseOrThrow(passwordInput, input);
  await requireConfirmedAddress(access, email);
  const response = await call(access, headers, "/two-factor/enable", body);
  if (!response.ok) throw await refusedPassword(response);
  return setUpProof(access, accountId, access.post.clock() + setUpMs);
}

/**
 * Refuses an unconfirmed address. Otherwise a stranger could register another person's address and
 * add a passkey or codes, which would remain after the owner of the address takes the account over.
 */
export async function requireConfirmedAddress(
  { database }: AccessDependencies,
  email: string,
): Promise<void> {
  if (await isConfirmed(database.read, email)) return;
  throw new AppError(
    "conflict",
    "Confirm your email address first. Your account page sends the link.",
  );
}

function setUpProof({ post }: AccessDependencies, accountId: string, expiresAt: number): string {
  const time = expiresAt.toString(36);
  return `${time}-${signatureOf(post.secret, ["second-factor", accountId, time])}`;
}

function isProof(access: AccessDependencies, accountId: string, proof: string): boolean {
  const expiresAt = Number.parseInt(proof.split("-", 1)[0] ?? "", 36);
  if (!Number.isSafeInteger(expiresAt) || expiresAt <= access.post.clock()) return false;
  return isSameText(proof, setUpProof(access, accountId, expiresAt));
}

export interface AppSetUp {
  /** For the QR code. */
  readonly uri: string;
  /** The secret in Base32, in groups of four, to be typed into an app. */
  readonly secret: string;
}

/** Null when the proof is not valid, and when the first code has been entered. */
export async function readSetUp(
  access: AccessDependencies,
  actor: Actor,
  proof: string,
): Promise<AppSetUp | null> {
  const { accountId, email } = requirePerson(actor);
  if (!isProof(access, accountId, proof)) return null;
  const { readNewSecret } = await import("./stored-codes.server.ts");
  const { authentication, database, post } = access;
  const { name: issuer } = await post.readBusiness(database.read);
  const uri = await readNewSecret(authentication, database.read, { accountId, email, issuer });
  if (uri === null) return null;
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return { uri, secret: secret.match(/.{1,4}/g)?.join(" ") ?? "" };
}

interface FirstCode {
  readonly proof: string;
  readonly code: string;
  readonly keep?: readonly KeepableKind[] | undefined;
}

export interface SwitchedOn extends AccessAnswer {
  /** Shown once. */
  readonly backupCodes: readonly string[];
}

/**
 * Switches the codes on with the first code of the app. Ends all other sessions and, unless it is
 * in `keep`, all else that opens the account without a code. The answer sets a new session cookie.
 * Throws "conflict" when the set-up has to begin again, and "invalid" at the field `code`.
 */
export async function confirmAppCodes(
  access: AccessDependencies,
  actor: Actor,
  headers: RequestHeaders,
  { proof, code, keep }: FirstCode,
): Promise<SwitchedOn> {
  const own = requirePerson(actor);
  if ((await readSetUp(access, own, proof)) === null) {
    throw new AppError("conflict", "This set-up has expired. Begin again.");
  }
  const typed = plainCode(code);
  if (!isAppCode(typed)) throw asInvalid(wrongCode("Enter the six digits that your app shows."));
  const { database, authentication } = access;
  if (await isUsedCode(database.read, own.accountId, typed)) throw asInvalid(usedCode());
  const response = await call(access, headers, "/two-factor/verify-totp", { code: typed });
  if (!response.ok) {
    throw asInvalid(await refusedCode(response, typed));
  }
  const answer = await answerOf(response);
  await record(access, own, { state: "on", answer, keep, code: typed });
  const { readBackupCodes } = await import("./stored-codes.server.ts");
  const backupCodes = await readBackupCodes(authentication, database.read, own.accountId);
  return { ...answer, backupCodes };
}

/**
 * Checks a code of the app for an account that is signed in. Throws "invalid" at the field `code`,
 * and "too-many".
 */
export async function confirmSessionCode(
  access: AccessDependencies,
  { accountId }: SignedInActor,
  headers: RequestHeaders,
  code: string,
): Promise<void> {
  const typed = plainCode(code);
  if (!isAppCode(typed)) throw asInvalid(wrongCode("Enter the six digits that your app shows."));
  if (await isUsedCode(access.database.read, accountId, typed)) throw asInvalid(usedCode());
  const response = await call(access, headers, "/two-factor/verify-totp", { code: typed });
  if (!response.ok) throw asInvalid(await refusedCode(response, typed));
  const isFirst = await access.database.write((tx) => claimCode(tx, accountId, typed));
  if (!isFirst) throw asInvalid(usedCode());
}

/** Status 401 would tell a signed-in person to log in. */
function asInvalid(error: AppError): AppError {
  if (error.code !== "unauthenticated") return error;
  return new AppError("invalid", error.message, { issues: error.issues });
}

/**
 * Switches the codes off. Ends all other sessions, the trust in devices and, unless the input keeps
 * it, all else that opens the account; the answer sets a new session cookie. Throws "invalid" at
 * the field `password`.
 */
export async function switchOffAppCodes(
  access: AccessDependencies,
  actor: Actor,
  headers: RequestHeaders,
  input: unknown,
): Promise<AccessAnswer> {
  const own = requirePerson(actor);
  const { password, keep } = parseOrThrow(offInput, input);
  const response = await call(access, headers, "/two-factor/disable", { password });
  if (!response.ok) throw await refusedPassword(response);
  const answer = await answerOf(response);
  await record(access, own, { state: "off", answer, keep });
  return answer;
}

/** Replaces the backup codes. Throws "invalid" at the field `password`. */
export async function renewBackupCodes(
  access: AccessDependencies,
  actor: Actor,
  headers: RequestHeaders,
  input: unknown,
): Promise<readonly string[]> {
  const { accountId, email } = requirePerson(actor);
  const body = parseOrThrow(passwordInput, input);
  const response = await call(access, headers, "/two-factor/generate-backup-codes", body);
  if (!response.ok) throw await refusedPassword(response);
  const { database, post } = access;
  await database.write((tx) =>
    audit(tx, actor, {
      action: "Renew own backup codes",
      subject: "account",
      subjectId: accountId,
      label: email,
      before: null,
      after: null,
      at: post.clock(),
    }),
  );
  const { backupCodes } = (await response.json()) as { readonly backupCodes: readonly string[] };
  return backupCodes;
}

interface Switched {
  readonly state: "on" | "off";
  /** The answer of better-auth, which opens the session that stays. */
  readonly answer: AccessAnswer;
  readonly keep: readonly KeepableKind[] | undefined;
  readonly code?: string;
}

async function record(
  access: AccessDependencies,
  actor: SignedInActor,
  { state, answer, keep, code }: Switched,
): Promise<void> {
  const { database, post, waysIn } = access;
  const { accountId, email } = actor;
  const exceptToken = await tokenOfAnswer(access, answer);
  await database.write(async (tx) => {
    await lockAccount(tx, accountId);
    if (code !== undefined) await claimCode(tx, accountId, code);
    const at = post.clock();
    const ends = await endWaysIn(tx, waysIn, { accountId, at, exceptToken, keep });
    await audit(tx, actor, {
      action: state === "on" ? "Switch on own second factor" : "Switch off own second factor",
      subject: "account",
      subjectId: accountId,
      label: email,
      before: null,
      after: auditedEnds(ends),
      at,
    });
    await queueEmail(tx, post, {
      name: state === "on" ? "secondFactorOn" : "secondFactorOff",
      recipient: email,
      values: { email },
      path: "/account/security",
      facts: factsOfEnded(ends),
    });
  });
}

async function refusedPassword(response: Response): Promise<AppError> {
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  if (code === "TOTP_ALREADY_ENABLED") {
    return new AppError("conflict", "Codes are already switched on. Switch them off first.");
  }
  if (code === "TWO_FACTOR_NOT_ENABLED") {
    return new AppError("conflict", "Switch on the codes first.");
  }
  if (code !== "INVALID_PASSWORD") return refusalOf(response, unexpected());
  const message = "This is not your password.";
  return refusalOf(
    response,
    new AppError("invalid", message, { issues: [{ path: "password", message }] }),
  );
}
