import type { Post } from "../mail/mailer.ts";
import type { Database, Queries } from "../platform/database/database.ts";
import type { Actor, SignedInActor } from "../policy/actor.ts";
import { companyOf } from "../policy/company.ts";
import { may, mayInCompany, mayInOwnCompany, requireSignedIn } from "../policy/rights.ts";
import { subscriptionNotFound } from "./changes/lock-for-change.server.ts";
import {
  type HeldSubscription,
  holdSubscription,
  holdSubscriptions,
} from "./subscription-store.server.ts";

interface ReadDependencies {
  readonly database: Database;
  readonly post: Pick<Post, "clock" | "readTimeZone">;
}

async function presentIn(queries: Queries, { post }: ReadDependencies) {
  return { now: post.clock(), timeZone: await post.readTimeZone(queries) };
}

/**
 * A subscription with its cycles, for people of its company who see payments and for actors who see
 * every order. Throws "unauthenticated" and "not-found".
 */
export async function readSubscription(
  deps: ReadDependencies,
  actor: Actor,
  id: string,
): Promise<HeldSubscription> {
  const seesEvery = may(actor, "see every order");
  if (!seesEvery) requireSignedIn(actor);
  const { read } = deps.database;
  const held = await holdSubscription(read, id, await presentIn(read, deps));
  if (held === undefined) throw subscriptionNotFound();
  if (!seesEvery && !mayInCompany(actor, "payments", held.subscription)) {
    throw subscriptionNotFound();
  }
  return held;
}

/** The subscriptions of the actor's company, newest first; none for somebody who sees no payments. */
export async function listOwnSubscriptions(
  deps: ReadDependencies,
  actor: SignedInActor,
): Promise<readonly HeldSubscription[]> {
  if (!mayInOwnCompany(actor, "payments")) return [];
  const { read } = deps.database;
  const rows = await read
    .selectFrom("subscriptions")
    .select("id")
    .where("company_id", "=", companyOf(actor).id)
    .orderBy("number", "desc")
    .execute();
  const ids = rows.map(({ id }) => id);
  return holdSubscriptions(read, ids, await presentIn(read, deps));
}
