import { actorOfAnswer } from "../../access/sessions/current-actor.ts";
import {
  type Credentials,
  type RequestHeaders,
  requireCredentials,
  requireNewCredentials,
  signIn,
  signUp,
  wrongCredentials,
} from "../../access/sessions/sign-in.ts";
import type { Services } from "../../compose.ts";
import { requireOrderable } from "../../orders/placing/place-order.ts";
import { AppError, type FieldIssue } from "../../platform/errors.ts";
import { isSignedIn } from "../../policy/actor.ts";

/**
 * The visitor's choice, sent with email and password: to create an account or to use an existing
 * one.
 */
export type AccountChoice = "new" | "existing";

/**
 * Signs in the visitor who sent an order form, or creates their account: both only for an order that
 * can be placed. A new email that has an account already is signed in if the password is its own.
 * Throws "invalid" with an issue per field of account and order, what else `placeOrder` throws for
 * the order, "conflict" when the email has an account with another password, and "too-many".
 */
export async function signInBuyer(
  services: Services,
  headers: RequestHeaders,
  { choice, ...credentials }: Credentials & { readonly choice: AccountChoice },
  order: unknown,
) {
  const { access, database } = services;
  const isNew = choice === "new";
  await requireAll([
    async () =>
      isNew ? requireNewCredentials(access, credentials) : requireCredentials(credentials),
    () => requireOrderable(database.read, order),
  ]);
  const answer = isNew
    ? await signUp(access, headers, { ...credentials, name: "" }).catch((error) =>
        insteadOf(error, "conflict", () =>
          signInWith(services, headers, credentials, emailIsKnown),
        ),
      )
    : await signInWith(services, headers, credentials, wrongCredentials);
  const { authentication } = access;
  const actor = await actorOfAnswer({ authentication, database }, answer);
  if (!isSignedIn(actor)) throw new Error("A session ended in the moment in which it began.");
  return { actor, cookies: answer.cookies };
}

/** Throws one "invalid" with the issues of all checks. */
async function requireAll(checks: readonly (() => Promise<void>)[]): Promise<void> {
  const issues: FieldIssue[] = [];
  for (const check of checks) {
    await check().catch((error) => {
      if (!(error instanceof AppError) || error.code !== "invalid") throw error;
      issues.push(...error.issues);
    });
  }
  if (issues.length === 0) return;
  throw new AppError("invalid", issues.map(({ message }) => message).join(" "), { issues });
}

const emailIsKnown =
  "This email already has an account. Enter its password, and your order goes on.";

/** Signs in. A wrong password becomes an error at the field `password`. */
function signInWith(
  { access }: Services,
  headers: RequestHeaders,
  credentials: Credentials,
  message: string,
) {
  return signIn(access, headers, credentials).catch((error) =>
    insteadOf(error, "unauthenticated", () => {
      throw new AppError("conflict", message, { issues: [{ path: "password", message }] });
    }),
  );
}

/** Runs `other` after an error with this code; throws any other error again. */
function insteadOf<T>(error: unknown, code: AppError["code"], other: () => T): T {
  if (error instanceof AppError && error.code === code) return other();
  throw error;
}
