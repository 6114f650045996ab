import { sql } from "kysely";
import { membershipColumns, membershipIn } from "#companies/company-people.server.ts";
import { apiKeyIn } from "#platform/api-key.ts";
import type { Database } from "#platform/database/database.ts";
import { preparedQuery } from "#platform/database/prepared-query.ts";
import type { LimitedDependencies } from "#platform/rate-limit.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { withoutControls } from "#platform/texts/plain-text.ts";
import { type Actor, actorWithRole, visitor } from "#policy/actor.ts";
import { actorOfKey } from "../api-keys/key-lookup.server.ts";
import { confirmedRecently } from "../confirmation/session-confirmations.server.ts";
import type { Authentication } from "../open-access.ts";
import { missingSecondFactor } from "../second-factor/missing-second-factor.server.ts";
import { instantOf } from "./authentication-tables.server.ts";
import { clientAddressHeader } from "./client-address.ts";
import { withSeenRole } from "./see-as.ts";
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
  const found = await sessionOf(authentication, headers);
  if (found === null) return visitor;
  const { session, user } = found;
  const { id: accountId, email } = user;
  const asked = { sessionId: session.id, accountId, email: normalEmail(email) };
  const [facts] = await factsOfPerson(database.read, asked);
  if (facts === undefined) return visitor;
  const role = user.emailVerified ? facts.role : null;
  const company = membershipIn(facts);
  const person = {
    accountId,
    email,
    ...(company && { company }),
    ...confirmedRecently(instantOf(session.createdAt), facts.confirmedAt),
    ...missingSecondFactor({ ...facts, twoFactorEnabled: user.twoFactorEnabled ?? null }),
  };
  return withSeenRole(actorWithRole(role, person), cookies);
}

/** The facts about a signed-in person that better-auth does not store; exactly one row. */
const factsOfPerson = preparedQuery(
  (
    queries,
    { sessionId, accountId, email }: { sessionId: string; accountId: string; email: string },
  ) => {
    const person = queries.selectNoFrom([
      sql<string>`${accountId}`.as("id"),
      sql<string>`${email}`.as("email"),
    ]);
    return queries
      .selectFrom(person.as("user"))
      .leftJoin("user_records", "email_key", "user.email")
      .leftJoin("session_confirmations", (join) => join.on("session_id", "=", sessionId))
      .leftJoin("company_people", "company_people.account_id", "user.id")
      .leftJoin("settings", (join) =>
        join.on("settings.name", "=", "staffSecondFactor").on("settings.value", "=", "true"),
      )
      .select(membershipColumns)
      .select([
        "confirmed_at as confirmedAt",
        "user_role as role",
        "user_records.created_at as roleSince",
        "settings.changed_at as requiredSince",
      ])
      .compile();
  },
);

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
