import type { Database } from "../../platform/database/database.ts";
import { type Actor, visitor } from "../../policy/actor.ts";
import { isAdminEmail } from "../admins/user-records.ts";
import { knownSession } from "./known-session.server.ts";
import type { Authentication } from "./lazy-authentication.ts";
import { unexpected } from "./sign-in.ts";

export interface ActorDependencies {
  readonly authentication: Authentication;
  readonly database: Database;
}

/**
 * Who is behind a request: asked of the database each time, so that a session or a role that has
 * ended has ended at the next request. Only a verified address can hold a role.
 */
export async function currentActor(
  { authentication, database }: ActorDependencies,
  headers: Headers,
): Promise<Actor> {
  const cookies = headers.get("cookie");
  if (!cookies?.includes("furrow-session=")) return visitor;
  const known = await knownSession(authentication, database, cookies);
  if (known !== undefined) return known;
  const session = await sessionOf(authentication, headers);
  if (session === null) return visitor;
  const { id: accountId, email, emailVerified } = session.user;
  const isAdmin = emailVerified && (await isAdminEmail(database.read, email));
  return { kind: isAdmin ? "admin" : "customer", accountId, email };
}

/** Throws "unavailable" when the database cannot be asked. */
async function sessionOf({ api }: Authentication, headers: Headers) {
  try {
    return await api.getSession({ headers });
  } catch {
    // Perhaps it could only not write that the session was used, for which no reader has to wait.
    return api.getSession({ headers, query: { disableRefresh: true } }).catch(() => {
      throw unexpected();
    });
  }
}
