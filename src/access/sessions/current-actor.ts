import type { Database } from "../../platform/database/database.ts";
import { type Actor, visitor } from "../../policy/actor.ts";
import { isAdminEmail } from "../admins/user-records.ts";
import type { Authentication } from "../open-access.ts";
import { clientAddressHeader, lookUpSession } from "./session-lookup.server.ts";
import { type AccessAnswer, unexpected } from "./sign-in.ts";

interface ActorDependencies {
  readonly authentication: Authentication;
  readonly database: Database;
}

/**
 * The actor of a request, read from the database each time, so that ended sessions and roles end at
 * the next request. Only a verified address can have a role.
 */
export async function currentActor(
  { authentication, database }: ActorDependencies,
  headers: Headers,
): Promise<Actor> {
  const cookies = headers.get("cookie");
  if (!cookies?.includes("furrow-session=")) return visitor;
  const known = await lookUpSession(authentication, database, cookies);
  if (known !== undefined) return known;
  const session = await sessionOf(authentication, headers);
  if (session === null) return visitor;
  const { id: accountId, email, emailVerified } = session.user;
  const isAdmin = emailVerified && (await isAdminEmail(database.read, email));
  return { kind: isAdmin ? "admin" : "customer", accountId, email };
}

/** The account that the cookies of a sign-in or a registration belong to. */
export function actorOfAnswer(
  dependencies: ActorDependencies,
  { cookies }: AccessAnswer,
): Promise<Actor> {
  const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
  return currentActor(dependencies, new Headers({ cookie }));
}

/** Throws "unavailable" when the database does not answer. */
async function sessionOf({ api }: Authentication, headers: Headers) {
  try {
    return await api.getSession({ headers });
  } catch {
    // Perhaps only the renewal of the session failed, which readers do not need.
    return api.getSession({ headers, query: { disableRefresh: true } }).catch(() => {
      throw unexpected();
    });
  }
}

/** The identity behind a request. */
export interface Identity {
  /** Queries the database at the first call only. */
  readonly actor: () => Promise<Actor>;
  /** The request's headers for better-auth, with the client's address for its limits. */
  readonly signInHeaders: () => Headers;
}

export function identify(
  dependencies: ActorDependencies,
  request: Request,
  clientAddress: string,
): Identity {
  let actor: Promise<Actor> | undefined;
  return {
    actor: () => {
      actor ??= currentActor(dependencies, request.headers);
      return actor;
    },
    signInHeaders: () => {
      const headers = new Headers(request.headers);
      headers.set(clientAddressHeader, clientAddress);
      return headers;
    },
  };
}
