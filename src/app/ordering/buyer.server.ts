import { signInWithCode } from "#access/second-factor/second-step.ts";
import { actorOfAnswer } from "#access/sessions/current-actor.ts";
import { registeringBuyer } from "#access/sessions/registration.server.ts";
import {
  type Credentials,
  type RequestHeaders,
  requireCredentials,
  requireNewCredentials,
  SecondFactorRequired,
  signUp,
  wrongCredentials,
} from "#access/sessions/sign-in.ts";
import type { Services } from "#compose.ts";
import { requireOrderable } from "#orders/placing/place-order.ts";
import { AppError, type FieldIssue } from "#platform/errors.ts";
import type { Sender } from "#platform/rate-limit.ts";
import { isSignedIn } from "#policy/actor.ts";

export type AccountChoice = "new" | "existing";

/**
 * Creates an account for the sender of an order form, or signs in to an existing account. First
 * checks that the order can be placed. If the visitor chose "new" but the email already has an
 * account, signs in to that account with the password. Throws "invalid" with an issue for each
 * wrong field, also at the field `code` of an account with a second factor; "conflict" for a wrong
 * password, "too-many", and the errors with which `placeOrder` would reject the order.
 */
export async function signInBuyer(
  services: Services & Sender,
  headers: RequestHeaders,
  {
    choice,
    ...credentials
  }: Credentials & {
    readonly choice: AccountChoice;
    readonly code: string | undefined;
  },
  order: unknown,
) {
  const { access, database } = services;
  const isNew = choice === "new";
  await requireAll([
    async () =>
      isNew ? requireNewCredentials(access, credentials) : requireCredentials(credentials),
    () => requireOrderable(services, order),
  ]);
  const answer = isNew
    ? await registeringBuyer(() => signUp(access, headers, { ...credentials, name: "" })).catch(
        (error) =>
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

/** Runs all checks, and throws all their issues in one "invalid" error. */
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

const askForCode =
  "This account has a second factor. Enter your password again and the code from your app.";

const emailIsKnown = "This email already has an account. Enter its password to place your order.";

/** Turns a wrong password or code into an error at the field `password` or `code`. */
function signInWith(
  { access }: Services,
  headers: RequestHeaders,
  credentials: Credentials & { readonly code: string | undefined },
  message: string,
) {
  return signInWithCode(access, headers, credentials).catch((error) =>
    insteadOf(error, "unauthenticated", () => {
      if (error.extra.secondFactorRequired) {
        // The password is not sent back, so it has to be typed again beside the code.
        const text = error instanceof SecondFactorRequired ? askForCode : error.message;
        throw new AppError("conflict", text, { issues: [{ path: "code", message: text }] });
      }
      throw new AppError("conflict", message, { issues: [{ path: "password", message }] });
    }),
  );
}

function insteadOf<T>(error: unknown, code: AppError["code"], other: () => T): T {
  if (error instanceof AppError && error.code === code) return other();
  throw error;
}
