import type { Database } from "../platform/database.ts";
import { type Actor, visitor } from "../policy/actor.ts";
import type { Authentication } from "./authentication.server.ts";
import { isAdminEmail } from "./user-records.ts";

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
  if (!headers.get("cookie")?.includes("furrow-session=")) return visitor;
  const session = await authentication.api.getSession({ headers });
  if (session === null) return visitor;
  const { id: accountId, email, emailVerified } = session.user;
  const isAdmin = emailVerified && (await isAdminEmail(database.read, email));
  return { kind: isAdmin ? "admin" : "customer", accountId, email };
}
