import type { Post } from "#mail/mailer.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError, type FieldIssue } from "#platform/errors.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import type { WayIn } from "#policy/ways-in.ts";
import { rememberDevice } from "../devices/known-devices.server.ts";
import type { Authentication } from "../open-access.ts";
import { emailFault, lengthFault, passwordFault, shortestPassword } from "./credential-rules.ts";
import { emailForLibrary } from "./library-email.server.ts";
import type { PasswordHashes } from "./password-hashes.ts";

/**
 * Replaces an outdated hash of a password that was just verified. Does nothing if the password has
 * been changed meanwhile. Throws "unavailable" when too many passwords wait to be hashed.
 */
async function renewPasswordHash(
  { authentication, passwords }: AccessDependencies,
  email: string,
  password: string,
): Promise<void> {
  const { adapter, internalAdapter } = await authentication.$context;
  const found = await internalAdapter.findUserByEmail(normalEmail(email), {
    includeAccounts: true,
  });
  const account = found?.accounts.find(({ providerId }) => providerId === "credential");
  if (!account?.password || !passwords.isOutdated(account.password)) return;
  const renewed = await passwords.hash(password);
  await adapter.updateMany({
    model: "account",
    where: [
      { field: "id", value: account.id },
      { field: "password", value: account.password },
    ],
    update: { password: renewed },
  });
}

export interface AccessDependencies {
  readonly authentication: Authentication;
  readonly database: Database;
  readonly post: Post;
  readonly passwords: PasswordHashes;
  readonly publicUrl: string;
  readonly passwordMinLength: number;
  /** All that opens an account besides the password. */
  readonly waysIn: readonly WayIn[];
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Contains origin and cookies, and the client's IP address in `clientAddressHeader`. */
export type RequestHeaders = Headers;

/**
 * Answer to a successful call. `cookies` are `Set-Cookie` headers that set or clear the session
 * cookie.
 */
export interface AccessAnswer {
  readonly cookies: readonly string[];
  readonly body: unknown;
}

export const wrongCredentials = "Incorrect email or password. Please try again.";

/**
 * Throws "invalid" with one issue for each faulty field: an invalid address, or a password that is
 * empty or shorter than any password can be.
 */
export function requireCredentials({ email, password }: Credentials): void {
  refuse({ email: emailFault(email), password: lengthFault(password, shortestPassword) });
}

export async function requireNewCredentials(
  { passwordMinLength }: Pick<AccessDependencies, "passwordMinLength">,
  { email, password }: Credentials,
): Promise<void> {
  refuse({
    email: emailFault(email),
    password: await passwordFault(password, passwordMinLength),
  });
}

/**
 * The password was right, and the account asks for a code as the second step. `cookies` are
 * `Set-Cookie` headers that identify this sign-in for ten minutes; they open no session.
 */
export class SecondFactorRequired extends AppError {
  readonly cookies: readonly string[];

  constructor(cookies: readonly string[]) {
    super("unauthenticated", "Enter the code from your authenticator app, or a backup code.", {
      issues: [{ path: "code", message: "Enter a code." }],
      extra: { secondFactorRequired: true },
    });
    this.cookies = cookies;
  }
}

/**
 * Throws "invalid" for an invalid address or a too short password. Throws "unauthenticated" for a
 * wrong password or an unknown address, with the same message, so that the message does not reveal
 * whether the account exists. Throws `SecondFactorRequired` after a right password of an account
 * with a second factor, except on a trusted device.
 */
export async function signIn(
  access: AccessDependencies,
  headers: RequestHeaders,
  { email, password }: Credentials,
): Promise<AccessAnswer> {
  requireCredentials({ email, password });
  const sent = { email: emailForLibrary(email), password };
  const response = await call(access, headers, "/sign-in/email", sent);
  if (!response.ok) throw refusalOf(response, new AppError("unauthenticated", wrongCredentials));
  await renewPasswordHash(access, email, password);
  const answer = await answerOf(response);
  const { twoFactorRedirect } = answer.body as { readonly twoFactorRedirect?: boolean };
  if (twoFactorRedirect) throw new SecondFactorRequired(answer.cookies);
  return rememberDevice(access, headers, answer);
}

/**
 * Creates an account and signs it in. Throws "invalid" with one issue for each faulty field, and
 * "conflict" when the address already has an account.
 */
export async function signUp(
  access: AccessDependencies,
  headers: RequestHeaders,
  { email, password, name }: Credentials & { readonly name: string },
): Promise<AccessAnswer> {
  await requireNewCredentials(access, { email, password });
  const sent = { email: emailForLibrary(email), password, name };
  const response = await call(access, headers, "/sign-up/email", sent);
  if (response.ok) return rememberDevice(access, headers, await answerOf(response));
  const message = "This email already has an account. Log in, or reset your password.";
  const issues = [{ path: "email", message }];
  throw refusalOf(response, new AppError("conflict", message, { issues }));
}

/** Ends the current session; does nothing for a visitor. */
export async function signOut(
  access: AccessDependencies,
  headers: RequestHeaders,
): Promise<AccessAnswer> {
  return answerOf(await call(access, headers, "/sign-out", {}));
}

/**
 * Checks the account's password again before an irreversible action, and counts the attempt as a
 * sign-in for the rate limit. Throws "invalid" at the field `password` for a wrong password, and
 * "too-many" over the rate limit.
 */
export async function confirmPassword(
  access: AccessDependencies,
  headers: RequestHeaders,
  { email, password }: Credentials,
): Promise<void> {
  const sent = { email: emailForLibrary(email), password };
  const response = await call(access, headers, "/sign-in/email", sent);
  const message = password === "" ? "Enter your password." : "This is not your password.";
  const issues = [{ path: "password", message }];
  if (!response.ok) throw refusalOf(response, new AppError("invalid", message, { issues }));
  // Checking the password has created a session, which would otherwise stay open.
  const cookie = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  const asThatSession = new Headers(headers);
  asThatSession.set("cookie", cookie.join("; "));
  await signOut(access, asThatSession);
}

/**
 * Minimum duration of an answer to a reset request. Storing a link and an email takes less time.
 */
const resetAnswerMs = 250;

/**
 * Emails a password reset link if the address has an account. Neither the answer nor its duration
 * reveals whether the account exists.
 */
export async function requestPasswordReset(
  access: AccessDependencies,
  headers: RequestHeaders,
  email: string,
  from = "",
): Promise<void> {
  refuse({ email: emailFault(email) });
  const sent = { email: emailForLibrary(email), ...(from !== "" && { redirectTo: from }) };
  const [response] = await Promise.all([
    call(access, headers, "/request-password-reset", sent),
    // Avoids `node:timers/promises`: routes import this file, and the browser build warns about
    // Node modules.
    new Promise((resolve) => setTimeout(resolve, resetAnswerMs)),
  ]);
  if (!response.ok) throw refusalOf(response, unexpected());
}

/**
 * Calls better-auth through its HTTP handler, because better-auth applies its rate limits only to
 * HTTP requests. Sends GET without a body.
 */
export async function call(
  access: AccessDependencies,
  headers: RequestHeaders,
  path: string,
  body?: object,
): Promise<Response> {
  const forwarded = new Headers(headers);
  forwarded.set("content-type", "application/json");
  forwarded.delete("content-length");
  // better-auth requires the Origin header. Furrow checks the header before this call, but accepts
  // a request without cookies that omits the header.
  if (!forwarded.has("origin")) forwarded.set("origin", access.publicUrl);
  const request = new Request(`${access.publicUrl}/api/auth${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: forwarded,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return access.passwords.preparing(() => access.authentication.handler(request));
}

export async function answerOf(response: Response): Promise<AccessAnswer> {
  return { cookies: response.headers.getSetCookie(), body: await response.json() };
}

export function refusalOf(response: Response, otherwise: AppError): AppError {
  if (response.status === 429) {
    const retryAfterSeconds = Number(response.headers.get("x-retry-after") ?? "60");
    const message = `Too many attempts. Wait ${retryAfterSeconds} seconds and try again.`;
    return new AppError("too-many", message, { retryAfterSeconds });
  }
  return response.status >= 500 ? unexpected() : otherwise;
}

export function unexpected(): AppError {
  const message = "Sign-in is not available right now. Try again in a moment.";
  return new AppError("unavailable", message, { retryAfterSeconds: 5 });
}

function refuse(faults: Readonly<Record<string, string | null>>): void {
  const issues = Object.entries(faults).flatMap(([path, message]): FieldIssue[] =>
    message === null ? [] : [{ path, message }],
  );
  if (issues.length === 0) return;
  throw new AppError("invalid", issues.map((issue) => issue.message).join(". "), { issues });
}
