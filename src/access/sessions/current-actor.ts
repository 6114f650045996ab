import { readMembership } from "#companies/company-people.server.ts";
import { apiKeyIn } from "#platform/api-key.ts";
import type { Database } from "#platform/database/database.ts";
import type { LimitedDependencies } from "#platform/rate-limit.ts";
import { withoutControls } from "#platform/texts/plain-text.ts";
import { type Actor, actorWithRole, visitor } from "#policy/actor.ts";
import { roleOfEmail } from "../admins/user-records.ts";
import { actorOfKey } from "../api-keys/key-lookup.server.ts";
import {
  confirmedRecently,
  findConfirmation,
} from "../confirmation/session-confirmations.server.ts";
import type { Authentication } from "../open-access.ts";
import { instantOf } from "./authentication-tables.server.ts";
import { withSeenRole } from "./see-as.ts";
import {
  clientAddressHeader,
  lookUpSession,
  missingSecondFactor,
  secondFactorFacts,
} from "./session-lookup.server.ts";
import { type AccessAnswer, unexpected } from "./sign-in.ts";

interface ActorDependencies {
  readonly authentication: Authentication;
  readonly database: Database;
}

/**
 * Reads the actor of a request from the database each time, so that the end of a session or a role
 * takes effect at the next request. Only an account with a verified address can have a role.
 */
export async function currentActor(
  { authentication, database }: ActorDependencies,
  headers: Headers,
): Promise<Actor> {
  const cookies = headers.get("cookie");
  if (!cookies?.includes("furrow-session=")) return visitor;
  const known = await lookUpSession(authentication, database, cookies);
  if (known !== undefined) return withSeenRole(known, cookies);
  const session = await sessionOf(authentication, headers);
  if (session === null) return visitor;
  const { id: accountId, email, emailVerified } = session.user;
  const signedInAt = instantOf(session.session.createdAt);
  const confirmedAt = await findConfirmation(database.read, session.session.id);
  const person = { accountId, email, ...confirmedRecently(signedInAt, confirmedAt) };
  const role = emailVerified ? await roleOfEmail(database.read, email) : null;
  const facts = role === null ? undefined : await secondFactorFacts(database.read, accountId);
  const company = await readMembership(database.read, { accountId, email });
  const missing = facts && missingSecondFactor(facts);
  const account = { ...person, ...(company && { company }), ...missing };
  return withSeenRole(actorWithRole(role, account), cookies);
}

/** The actor who has just signed in or registered, found by the cookies of the answer. */
export function actorOfAnswer(
  dependencies: ActorDependencies,
  { cookies }: AccessAnswer,
): Promise<Actor> {
  const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
  return currentActor(dependencies, new Headers({ cookie }));
}

async function sessionOf({ api }: Authentication, headers: Headers) {
  try {
    return await api.getSession({ headers });
  } catch {
    // Tries again without renewing the session: while the database is read-only, only the renewal
    // fails.
    return api.getSession({ headers, query: { disableRefresh: true } }).catch(() => {
      throw unexpected();
    });
  }
}

export interface Identity {
  /** Queries the database on the first call only. */
  readonly actor: () => Promise<Actor>;
  /** The request's headers with the client's IP address, by which better-auth limits attempts. */
  readonly signInHeaders: () => Headers;
}

/**
 * With an API key, the request has no session, whatever cookies it sends. A key works in the REST
 * interface only; on pages, its sender is a visitor.
 */
export function identify(
  dependencies: ActorDependencies & { readonly limits: LimitedDependencies },
  request: Request,
  clientAddress: string,
): Identity {
  let actor: Promise<Actor> | undefined;
  const key = apiKeyIn(request.headers);
  const find = async () => {
    if (key === undefined) return currentActor(dependencies, request.headers);
    if (!new URL(request.url).pathname.startsWith("/api/")) return visitor;
    return actorOfKey(dependencies, { key, method: request.method, clientAddress });
  };
  return {
    actor: () => {
      actor ??= find();
      return actor;
    },
    signInHeaders: () => {
      const headers = new Headers(request.headers);
      if (key !== undefined) {
        headers.delete("cookie");
        headers.delete("authorization");
      }
      headers.set(clientAddressHeader, clientAddress);
      // better-auth stores the name of the browser with the session.
      const browser = headers.get("user-agent");
      if (browser !== null) headers.set("user-agent", withoutControls(browser));
      return headers;
    },
  };
}
