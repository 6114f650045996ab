import { z } from "zod";
import { queueEmail } from "#mail/queue-email.server.ts";
import { countUpTo } from "#platform/database/count-up-to.ts";
import type { Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor, SignedInActor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requirePerson } from "#policy/keys.ts";
import { rememberDevice } from "../devices/known-devices.server.ts";
import { instantOf } from "../sessions/authentication-tables.server.ts";
import {
  type AccessAnswer,
  type AccessDependencies,
  answerOf,
  call,
  confirmPassword,
  type RequestHeaders,
  refusalOf,
  signOut,
} from "../sessions/sign-in.ts";
import { requireConfirmedAddress } from "./app-codes.ts";
import { withoutSession } from "./second-step.ts";

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly addedAt: number;
  /**
   * False if PUBLIC_URL had another host when the passkey was added, because browsers offer a
   * passkey only at its own host.
   */
  readonly isUsable: boolean;
}

const passkeyName = z
  .string("Enter a name.")
  .trim()
  .min(1, "Enter a name, such as “My phone”.")
  .max(60, "At most 60 characters.")
  .refine((text) => isPlainText(text) && !/[\r\n]/.test(text), "Write it as one line of text.");

/** Passkeys of the actor, newest first. */
export async function listPasskeys(
  { database, publicUrl }: Pick<AccessDependencies, "database" | "publicUrl">,
  actor: Actor,
): Promise<readonly Passkey[]> {
  const { accountId } = requirePerson(actor);
  const rows = await database.read
    .selectFrom("passkey")
    .select(["id", "name", "createdAt"])
    .where("userId", "=", accountId)
    .execute();
  const hosts = await database.read
    .selectFrom("passkey_hosts")
    .select(["passkey_id", "host"])
    .where("account_id", "=", accountId)
    .execute();
  const hostOf = new Map(hosts.map(({ passkey_id, host }) => [passkey_id, host]));
  const { hostname } = new URL(publicUrl);
  return rows
    .map(({ id, name, createdAt }) => ({
      id,
      name: name || "Passkey",
      addedAt: createdAt === null ? 0 : instantOf(createdAt),
      // A passkey has no host if the process stopped while the passkey was added.
      isUsable: (hostOf.get(id) ?? hostname) === hostname,
    }))
    .sort((one, other) => other.addedAt - one.addedAt);
}

/** Maximum number of former hosts that are listed. */
const mostHosts = 10;

/** Counting the passkeys of one host stops at this number. */
const mostCounted = 1000;

/** Former hosts of PUBLIC_URL at which passkeys were added, with the number of their passkeys. */
export async function countUnusablePasskeys(
  queries: Queries,
  publicUrl: string,
): Promise<readonly { readonly host: string; readonly count: number }[]> {
  const { hostname } = new URL(publicUrl);
  const found: { host: string; count: number }[] = [];
  let last = "";
  // Steps through the index from host to host, because one query would read all passkeys.
  for (let step = 0; step <= mostHosts; step += 1) {
    const next = await queries
      .selectFrom("passkey_hosts")
      .select("host")
      .where("host", ">", last)
      .orderBy("host")
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) return found;
    last = next.host;
    if (last === hostname) continue;
    const passkeys = queries
      .selectFrom("passkey_hosts")
      .select("passkey_id")
      .where("host", "=", last);
    found.push({ host: last, count: await countUpTo(queries, passkeys, mostCounted) });
  }
  return found;
}

const passwordInput = z.object({ password: z.string("Enter your password.").default("") });

/**
 * Options for `navigator.credentials.create`. Throws "invalid" at the field `password`, and
 * "conflict" for an address that is not confirmed.
 */
export async function passkeyCreationOptions(
  access: AccessDependencies,
  actor: Actor,
  headers: RequestHeaders,
  input: unknown,
): Promise<AccessAnswer> {
  const { email } = requirePerson(actor);
  const { password } = parseOrThrow(passwordInput, input);
  await requireConfirmedAddress(access, email);
  await confirmPassword(access, headers, { email, password });
  const response = await call(access, headers, "/passkey/generate-register-options");
  if (!response.ok) throw refusalOf(response, notAdded());
  const answer = await answerOf(response);
  // The library knows only a name that is fixed at the start of the program.
  const { name } = await access.post.readBusiness(access.database.read);
  const options = answer.body as { readonly rp: object };
  return { ...answer, body: { ...options, rp: { ...options.rp, name } } };
}

const newPasskeyInput = z.object({
  name: passkeyName.default("Passkey"),
  response: z.looseObject(
    { id: z.string(), response: z.looseObject({}) },
    "The passkey is missing.",
  ),
});

/** Stores a passkey that the browser has created with `passkeyCreationOptions`. */
export async function addPasskey(
  access: AccessDependencies,
  actor: Actor,
  headers: RequestHeaders,
  input: unknown,
): Promise<{ readonly id: string; readonly name: string }> {
  const own = requirePerson(actor);
  const body = parseOrThrow(newPasskeyInput, input);
  const response = await call(access, headers, "/passkey/verify-registration", body);
  if (!response.ok) throw refusalOf(response, notAdded());
  const { id } = (await response.json()) as { readonly id: string };
  const { database, post, publicUrl } = access;
  const { accountId, email } = own;
  const { name } = body;
  await database.write(async (tx) => {
    await tx
      .insertInto("passkey_hosts")
      .values({ passkey_id: id, account_id: accountId, host: new URL(publicUrl).hostname })
      .execute();
    await auditChange(access, tx, own, "Add own passkey");
    await queueEmail(tx, post, {
      name: "passkeyAdded",
      recipient: email,
      values: { email, passkey: name },
      path: "/account/security",
    });
  });
  return { id, name };
}

function notAdded(): AppError {
  return new AppError("invalid", "The passkey could not be added. Try again.");
}

const renameInput = z.strictObject({ name: passkeyName });

/** Throws "not-found" and "invalid" at the field `name`. */
export async function renamePasskey(
  access: AccessDependencies,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<void> {
  const own = requirePerson(actor);
  const { name } = parseOrThrow(renameInput, input);
  if (!canBeId(id)) throw noSuchPasskey();
  await access.database.write(async (tx) => {
    const renamed = await tx
      .updateTable("passkey")
      .set({ name })
      .where("id", "=", id)
      .where("userId", "=", own.accountId)
      .executeTakeFirst();
    if (renamed.numUpdatedRows === 0n) throw noSuchPasskey();
    await auditChange(access, tx, own, "Rename own passkey");
  });
}

/** Throws "not-found", and "invalid" at the field `password`. */
export async function removePasskey(
  access: AccessDependencies,
  actor: Actor,
  headers: RequestHeaders,
  id: string,
  input: unknown,
): Promise<void> {
  const own = requirePerson(actor);
  const { password } = parseOrThrow(passwordInput, input);
  if (!canBeId(id)) throw noSuchPasskey();
  await confirmPassword(access, headers, { email: own.email, password });
  await access.database.write(async (tx) => {
    const removed = await tx
      .deleteFrom("passkey")
      .where("id", "=", id)
      .where("userId", "=", own.accountId)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) throw noSuchPasskey();
    await tx.deleteFrom("passkey_hosts").where("passkey_id", "=", id).execute();
    await auditChange(access, tx, own, "Remove own passkey");
  });
}

function noSuchPasskey(): AppError {
  return new AppError("not-found", "This passkey has already been removed.");
}

function auditChange(
  { post }: AccessDependencies,
  tx: Parameters<typeof audit>[0],
  actor: SignedInActor,
  action: string,
): Promise<void> {
  return audit(tx, actor, {
    action,
    subject: "account",
    subjectId: actor.accountId,
    label: actor.email,
    before: null,
    after: null,
    at: post.clock(),
  });
}

/** Options for `navigator.credentials.get`. The browser shows the passkeys of all accounts. */
export async function passkeyRequestOptions(
  access: AccessDependencies,
  headers: RequestHeaders,
): Promise<AccessAnswer> {
  return passkeyRequestOptionsFor(access, withoutSession(access, headers));
}

/**
 * Like `passkeyRequestOptions`, but with a session the browser shows only the passkeys of the
 * session's account.
 */
export async function passkeyRequestOptionsFor(
  access: AccessDependencies,
  headers: RequestHeaders,
): Promise<AccessAnswer> {
  const response = await call(access, headers, "/passkey/generate-authenticate-options");
  if (!response.ok) throw refusalOf(response, notSignedIn());
  const { cookies, body } = await answerOf(response);
  return { cookies, body: { ...(body as object), userVerification: "required" } };
}

const signInInput = z.object({
  response: z.looseObject(
    { id: z.string(), response: z.looseObject({}) },
    "The passkey is missing.",
  ),
});

/**
 * Signs in with a passkey, which replaces password and code, because the device has recognised its
 * owner. Throws "unauthenticated".
 */
export async function signInWithPasskey(
  access: AccessDependencies,
  headers: RequestHeaders,
  input: unknown,
): Promise<AccessAnswer> {
  const { response: credential } = parseOrThrow(signInInput, input);
  const own = withoutSession(access, headers);
  const response = await call(access, own, "/passkey/verify-authentication", {
    response: credential,
  });
  if (!response.ok) throw refusalOf(response, notSignedIn());
  const { cookies, body } = await answerOf(response);
  const { user } = body as { readonly user: { readonly id: string; readonly email: string } };
  const answer = { cookies, body: { user: { id: user.id, email: user.email } } };
  return rememberDevice(access, headers, answer);
}

/**
 * Finds the account of a passkey. Opens no session: ends the session that better-auth opens for the
 * check. Throws "invalid".
 */
export async function readPasskeyAccount(
  access: AccessDependencies,
  headers: RequestHeaders,
  input: unknown,
): Promise<string> {
  const { response: credential } = parseOrThrow(signInInput, input);
  const own = withoutSession(access, headers);
  const response = await call(access, own, "/passkey/verify-authentication", {
    response: credential,
  });
  const message = "This passkey was not accepted. Try again, or enter your password.";
  if (!response.ok) throw refusalOf(response, new AppError("invalid", message));
  const { cookies, body } = await answerOf(response);
  const asThatSession = new Headers(own);
  asThatSession.set("cookie", cookies.map((line) => line.split(";")[0]).join("; "));
  await signOut(access, asThatSession);
  return (body as { readonly user: { readonly id: string } }).user.id;
}

function notSignedIn(): AppError {
  return new AppError(
    "unauthenticated",
    "This passkey does not open an account here. Log in with your password.",
  );
}
