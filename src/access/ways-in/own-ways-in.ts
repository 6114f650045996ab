import type { Actor } from "#policy/actor.ts";
import { requirePerson } from "#policy/keys.ts";
import type { AccessAnswer, AccessDependencies, RequestHeaders } from "../sessions/sign-in.ts";
import { listWaysIn, type OpenWay } from "./ways-in.ts";

/** What opens the actor's account besides the password and the session of the request. */
export async function otherWaysIn(
  access: AccessDependencies,
  actor: Actor,
  headers: RequestHeaders,
): Promise<OpenWay[]> {
  const { accountId } = requirePerson(actor);
  const exceptToken = await tokenOfRequest(access, headers);
  const { database, waysIn, post } = access;
  return listWaysIn(database.read, waysIn, { accountId, at: post.clock(), exceptToken });
}

/** Token of the session of a request. */
export async function tokenOfRequest(
  { authentication }: Pick<AccessDependencies, "authentication">,
  headers: RequestHeaders,
): Promise<string | undefined> {
  return (await authentication.api.getSession({ headers }))?.session.token;
}

/** Token of the session that an answer of better-auth has opened. */
export function tokenOfAnswer(
  access: AccessDependencies,
  { cookies }: AccessAnswer,
): Promise<string | undefined> {
  const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
  return tokenOfRequest(access, new Headers({ cookie }));
}
