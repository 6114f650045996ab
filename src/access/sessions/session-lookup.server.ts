import { createHmac, timingSafeEqual } from "node:crypto";
import { membershipColumns, membershipIn } from "#companies/company-people.server.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { preparedQuery } from "#platform/database/prepared-query.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { actorWithRole, type MissingSecondFactor, type SignedInActor } from "#policy/actor.ts";
import { confirmedRecently } from "../confirmation/session-confirmations.server.ts";
import type { Authentication } from "../open-access.ts";
import { instantOf } from "./authentication-tables.server.ts";

/**
 * Header with the client's IP address for better-auth's rate limits. `identify` replaces a value
 * from the client.
 */
export const clientAddressHeader = "x-furrow-client-address";

/**
 * On https the name has the prefix `__Host-`: browsers accept such a cookie only from this host
 * over https.
 */
export function cookieName(publicUrl: string, name: string): string {
  return publicUrl.startsWith("https:") ? `__Host-${name}` : name;
}

export function sessionCookieName(publicUrl: string): string {
  return cookieName(publicUrl, "furrow-session");
}

/**
 * Cookies with a verified signature. They are cached, because verifying a signature takes as long
 * as querying the session.
 */
const signed = new Set<string>();
const mostKept = 1000;

/**
 * Returns the token of a session cookie if better-auth's signature is valid; undefined if the
 * cookie is missing, repeated or not in the expected format. The cookie is the token, a dot and the
 * base64 HMAC-SHA256 of the token, percent-encoded.
 */
export function signedToken(cookies: string, name: string, secret: string): string | undefined {
  const its = cookies.split(";").filter((pair) => pair.trim().startsWith(`${name}=`));
  if (its.length !== 1) return undefined;
  const value = its[0]?.trim().slice(name.length + 1) ?? "";
  const [, token, signature] = /^([\w-]+)\.((?:[A-Za-z\d]|%2[BF]){43}%3D)$/.exec(value) ?? [];
  if (token === undefined || signature === undefined) return undefined;
  const cookie = `${secret} ${value}`;
  if (signed.has(cookie)) return token;
  const given = Buffer.from(decodeURIComponent(signature), "base64");
  const expected = createHmac("sha256", secret).update(token).digest();
  if (!timingSafeEqual(given, expected)) return undefined;
  if (signed.size >= mostKept) signed.clear();
  signed.add(cookie);
  return token;
}

const secondMs = 1000;

/**
 * Days in which a person has to set up a required second factor. The days begin when the owner
 * requires the second factor or when the person gets the role, whichever is later.
 */
const secondFactorDays = 7;

interface SecondFactorFacts {
  readonly twoFactorEnabled: boolean | number | null;
  readonly roleSince: number | null;
  /** Null while the owner does not require a second factor. */
  readonly requiredSince: number | null;
}

/**
 * A passkey alone does not count, because the password without a code would still open the account.
 */
export function missingSecondFactor({
  twoFactorEnabled,
  roleSince,
  requiredSince,
}: SecondFactorFacts): { readonly missingSecondFactor?: MissingSecondFactor } {
  if (requiredSince === null || twoFactorEnabled) return {};
  const since = Math.max(Number(requiredSince), Number(roleSince));
  const dueAt = since + secondFactorDays * 24 * 60 * 60 * secondMs;
  return { missingSecondFactor: { dueAt, isOverdue: dueAt <= Date.now() } };
}

/**
 * Finds the signed-in account in one query; better-auth runs several queries and takes twenty times
 * as long. Returns undefined when better-auth must decide: for a session that has expired or needs
 * renewal, for an invalid cookie, and when the query fails.
 */
export async function lookUpSession(
  authentication: Authentication,
  { read }: Database,
  cookies: string,
): Promise<SignedInActor | undefined> {
  const { secret, authCookies, sessionConfig } = await authentication.$context;
  const token = signedToken(cookies, authCookies.sessionToken.name, secret);
  if (token === undefined) return undefined;
  const [session] = await sessionByToken(read, { token }).catch(() => [undefined]);
  if (session === undefined || session.email !== normalEmail(session.email)) return undefined;
  const { expiresIn, updateAge } = sessionConfig;
  const lastsMs = instantOf(session.expiresAt) - Date.now();
  if (!(lastsMs > Math.max(0, expiresIn - updateAge) * secondMs)) return undefined;
  // Only an account with a verified address can have a role.
  const role = session.emailVerified ? session.role : null;
  const { accountId, email, signedInAt, confirmedAt } = session;
  const company = membershipIn(session);
  const person = {
    accountId,
    email,
    ...(company && { company }),
    ...confirmedRecently(instantOf(signedInAt), confirmedAt),
    ...missingSecondFactor(session),
  };
  return actorWithRole(role, person);
}

const sessionByToken = preparedQuery((queries, session: { token: string }) =>
  queries
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.userId")
    .leftJoin("user_records", "email_key", "email")
    .leftJoin("session_confirmations", "session_id", "session.id")
    .leftJoin("company_people", "company_people.account_id", "user.id")
    .leftJoin("settings", (join) =>
      join.on("settings.name", "=", "staffSecondFactor").on("settings.value", "=", "true"),
    )
    .select(membershipColumns)
    .select([
      "expiresAt",
      "session.createdAt as signedInAt",
      "confirmed_at as confirmedAt",
      "user.id as accountId",
      "email",
      "emailVerified",
      "twoFactorEnabled",
      "user_role as role",
      "user_records.created_at as roleSince",
      "settings.changed_at as requiredSince",
    ])
    .where("token", "=", session.token)
    .compile(),
);

/** The second factor facts of an account whose session better-auth has looked up. */
export async function secondFactorFacts(
  queries: Queries,
  accountId: string,
): Promise<SecondFactorFacts | undefined> {
  return queries
    .selectFrom("user")
    .leftJoin("user_records", "email_key", "email")
    .leftJoin("settings", (join) =>
      join.on("settings.name", "=", "staffSecondFactor").on("settings.value", "=", "true"),
    )
    .select([
      "twoFactorEnabled",
      "user_records.created_at as roleSince",
      "settings.changed_at as requiredSince",
    ])
    .where("user.id", "=", accountId)
    .executeTakeFirst();
}
