import type { Database } from "../../platform/database/database.ts";
import { preparedQuery } from "../../platform/database/prepared-query.ts";
import { normalEmail } from "../../platform/texts/email-address.ts";
import type { SignedInActor } from "../../policy/actor.ts";
import { instantOf } from "./account-tables.server.ts";
import type { Authentication } from "./lazy-authentication.ts";
import { signedToken } from "./signed-token.ts";

const secondMs = 1000;

/**
 * Who is signed in, in one query, where better-auth needs several and twenty times as long. Undefined
 * wherever better-auth has something to do or to decide: for a session that is over or is to be
 * renewed, for a cookie that is none of its own, and while the database does not answer.
 */
export async function knownSession(
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
  // Only a verified address can hold a role.
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
