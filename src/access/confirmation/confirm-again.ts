import { z } from "zod";
import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor, SignedInActor } from "#policy/actor.ts";
import { requirePerson } from "#policy/keys.ts";
import { confirmSessionCode } from "../second-factor/app-codes.ts";
import { passkeyRequestOptionsFor, readPasskeyAccount } from "../second-factor/passkeys.ts";
import { isAppCode, plainCode } from "../second-factor/second-step.ts";
import {
  type AccessAnswer,
  type AccessDependencies,
  confirmPassword,
  type RequestHeaders,
} from "../sessions/sign-in.ts";
import { confirmedForMs, storeConfirmation } from "./session-confirmations.server.ts";

export interface Confirmation {
  /** The session counts as confirmed until this time. */
  readonly confirmedUntil: number;
}

const input = z.strictObject({
  password: z.string("Enter your password.").max(1024, "This is not your password.").optional(),
  code: z.string("Enter a code.").max(100, "This code is not right.").optional(),
});

/**
 * Confirms with the password, or with a code of the authenticator app, that the session is used by
 * its owner. Counts as an attempt to sign in. Throws "invalid" at the field `password` or `code`,
 * and "too-many".
 */
export async function confirmAgain(
  access: AccessDependencies,
  actor: Actor,
  headers: RequestHeaders,
  typed: unknown,
): Promise<Confirmation> {
  const own = requirePerson(actor);
  const { password, code } = parseOrThrow(input, typed);
  if (code === undefined) {
    await confirmPassword(access, headers, { email: own.email, password: password ?? "" });
  } else {
    await confirmSessionCode(access, own, headers, code);
  }
  return remember(access, headers, own);
}

/**
 * Like `confirmAgain`, for a single field `proof`: six digits are a code if the account has codes,
 * and any other text is the password. Throws with the issue at `proof`.
 */
export async function confirmWithProof(
  access: AccessDependencies,
  actor: Actor,
  headers: RequestHeaders,
  proof: string,
): Promise<Confirmation> {
  const own = requirePerson(actor);
  try {
    const code = plainCode(proof);
    const isCode = isAppCode(code) && (await hasCodes(access, own));
    return await confirmAgain(access, own, headers, isCode ? { code } : { password: proof });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    const issues = [{ path: "proof", message: error.message }];
    throw new AppError("invalid", error.message, { issues });
  }
}

async function hasCodes(
  { database }: AccessDependencies,
  { accountId }: SignedInActor,
): Promise<boolean> {
  const user = await database.read
    .selectFrom("user")
    .select("twoFactorEnabled")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return Boolean(user?.twoFactorEnabled);
}

/** Options for `navigator.credentials.get` with the passkeys of the actor. */
export async function passkeyConfirmationOptions(
  access: AccessDependencies,
  actor: Actor,
  headers: RequestHeaders,
): Promise<AccessAnswer> {
  requirePerson(actor);
  return passkeyRequestOptionsFor(access, headers);
}

/** Confirms with a passkey of the actor. Throws "invalid". */
export async function confirmWithPasskey(
  access: AccessDependencies,
  actor: Actor,
  headers: RequestHeaders,
  typed: unknown,
): Promise<Confirmation> {
  const own = requirePerson(actor);
  const accountId = await readPasskeyAccount(access, headers, typed);
  if (accountId !== own.accountId) {
    throw new AppError("invalid", "This passkey does not belong to your account.");
  }
  return remember(access, headers, own);
}

async function remember(
  { authentication, database }: AccessDependencies,
  headers: RequestHeaders,
  { accountId }: SignedInActor,
): Promise<Confirmation> {
  const present = await authentication.api.getSession({ headers });
  if (present === null || present.user.id !== accountId) {
    throw new AppError("unauthenticated", "Your session has ended. Log in again.");
  }
  const at = Date.now();
  await database.write((tx) => storeConfirmation(tx, present.session.id, at));
  return { confirmedUntil: at + confirmedForMs };
}
