import { createHmac, timingSafeEqual } from "node:crypto";
import type { Database } from "../../platform/database/database.ts";
import { preparedQuery } from "../../platform/database/prepared-query.ts";
import { normalEmail } from "../../platform/texts/email-address.ts";
import type { SignedInActor } from "../../policy/actor.ts";
import type { Authentication } from "../open-access.ts";
import { instantOf } from "./authentication-tables.server.ts";

/** Header with the client's address for the rate limits; set by `http/`, never by a client. */
export const clientAddressHeader = "x-furrow-client-address";

/** On https, a cookie with the prefix `__Host-`, which no other host can set. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? "__Host-furrow-session" : "furrow-session";
}

/**
 * Cache of cookies with a valid signature, because checking one takes as long as the query for its
 * session.
 */
const signed = new Set<string>();
const mostKept = 1000;

/**
 * Token of a session cookie signed by better-auth; undefined for any doubtful header. better-auth
 * signs with HMAC-SHA256 and writes the cookie as token, dot and base64 signature, percent-encoded.
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
 * The signed-in account in one query; better-auth runs several queries and takes twenty times as
 * long. Undefined whenever better-auth has to act or decide: for a session that has expired or
 * needs renewal, for a foreign cookie, and while the database does not answer.
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
  // Only a verified address can have a role.
  const isAdmin = Boolean(session.emailVerified) && session.adminRecord !== null;
  const { accountId, email } = session;
  return { kind: isAdmin ? "admin" : "customer", accountId, email };
}

const sessionByToken = preparedQuery((queries, session: { token: string }) =>
  queries
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.userId")
    .leftJoin("user_records", (join) =>
      join.onRef("email_key", "=", "email").on("user_role", "=", "Admin"),
    )
    .select([
      "expiresAt",
      "user.id as accountId",
      "email",
      "emailVerified",
      "user_records.id as adminRecord",
    ])
    .where("token", "=", session.token)
    .compile(),
);
