import type { Post } from "../mail/mailer.ts";
import { numberSearched } from "../orders/number-searched.ts";
import type { Database, Queries } from "../platform/database/database.ts";
import { canBeId } from "../platform/ids.ts";
import { type Page, pageOf } from "../platform/pages.ts";
import { wordsOf } from "../platform/texts/search-words.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import { subscriptionNotFound } from "./changes/lock-for-change.server.ts";
import type { SubscriptionState } from "./model/subscription.ts";
import { type HeldSubscription, holdSubscriptions } from "./subscription-store.server.ts";

interface ListDependencies {
  readonly database: Database;
  readonly post: Pick<Post, "clock" | "readTimeZone">;
}

/** A subscription with what a list of the team shows about it. */
export interface ListedSubscription extends HeldSubscription {
  readonly customerName: string;
  readonly customerEmail: string;
  readonly companyName: string;
  readonly website: string;
  /** Money received for its orders, after refunds and reversals. */
  readonly paidCents: number;
  /** Number of its paid periods. */
  readonly paidCount: number;
}

/** States that a list can ask for; "cancelled" runs, and has a last day. */
export type ListedState = SubscriptionState | "cancelled";

interface SubscriptionSearch {
  /** Words with which name, email, company or plan begin, or the number of an order. */
  readonly q?: string;
  readonly state?: ListedState | "";
  readonly sort?: "newest" | "oldest";
}

/** Number of subscriptions that are read at once, because their states are computed. */
const chunkSize = 200;

/** Throws "unauthenticated" and "forbidden". */
export async function pageOfSubscriptions(
  deps: ListDependencies,
  actor: Actor,
  { page, pageSize, ...search }: SubscriptionSearch & { page: number; pageSize: number },
): Promise<Page<ListedSubscription>> {
  requireRight(actor, "see every order");
  const { read } = deps.database;
  const found = await findIds(read, search);
  const ids = search.state ? await idsInState(deps, found, search.state) : found;
  return pageOf({ page, pageSize, total: ids.length }, (offset) =>
    listed(deps, ids.slice(offset, offset + pageSize)),
  );
}

/** All subscriptions of a search, in chunks. Throws "unauthenticated" and "forbidden". */
export async function* allSubscriptions(
  deps: ListDependencies,
  actor: Actor,
  search: SubscriptionSearch = {},
): AsyncGenerator<readonly ListedSubscription[]> {
  requireRight(actor, "see every order");
  const ids = await findIds(deps.database.read, search);
  for (let at = 0; at < ids.length; at += chunkSize) {
    const chunk = await listed(deps, ids.slice(at, at + chunkSize));
    yield chunk.filter((one) => isInState(one, search.state ?? ""));
  }
}

type Waiting = ListedSubscription & {
  /** Why the subscription needs a person. */
  readonly why: "taken-back" | "suspended" | "past-due" | "consent";
};

/** Subscriptions that need a person of the team, the longest waiting first. Throws "forbidden". */
export async function listWaitingSubscriptions(
  deps: ListDependencies,
  actor: Actor,
): Promise<readonly Waiting[]> {
  requireRight(actor, "see every order");
  const { read } = deps.database;
  const rows = await read
    .selectFrom("subscriptions")
    .select("id")
    .where("ended_at", "is", null)
    .execute();
  const present = await presentOf(deps);
  const since = new Map<string, { readonly why: Waiting["why"]; readonly at: number }>();
  for (let at = 0; at < rows.length; at += chunkSize) {
    const ids = rows.slice(at, at + chunkSize).map(({ id }) => id);
    for (const held of await holdSubscriptions(read, ids, present)) {
      const why = whyWaiting(held);
      const first = held.standing.overdue?.dueAt ?? present.now;
      if (why !== null) since.set(held.subscription.id, { why, at: first });
    }
  }
  const ids = [...since].sort(([, one], [, other]) => one.at - other.at).map(([id]) => id);
  const found = await listed(deps, ids);
  return found.flatMap((one) => {
    const why = since.get(one.subscription.id)?.why;
    return why === undefined ? [] : [{ ...one, why }];
  });
}

function whyWaiting({ cycles, standing }: HeldSubscription): Waiting["why"] | null {
  const { state, change, overdue } = standing;
  if (state === "suspended") {
    return overdue === null && cycles.some(({ isTakenBack }) => isTakenBack)
      ? "taken-back"
      : "suspended";
  }
  if (state === "past-due") return "past-due";
  return state !== "ended" && change?.awaitsConsent ? "consent" : null;
}

/** The subscriptions to a plan whose price can be moved, newest first. Throws "forbidden". */
export async function listRunningSubscriptions(
  deps: ListDependencies,
  actor: Actor,
  packageId: string,
): Promise<readonly ListedSubscription[]> {
  const running: ListedSubscription[] = [];
  for await (const chunk of allSubscriptions(deps, actor)) {
    for (const one of chunk) {
      const { subscription, standing } = one;
      if (subscription.packageId !== packageId || subscription.startedAt === null) continue;
      if (standing.state !== "ended" && standing.cancelledFrom === null) running.push(one);
    }
  }
  return running;
}

/** One subscription. Throws like `readSubscription`, and "forbidden". */
export async function readListedSubscription(
  deps: ListDependencies,
  actor: Actor,
  id: string,
): Promise<ListedSubscription> {
  requireRight(actor, "see every order");
  const [found] = canBeId(id) ? await listed(deps, [id]) : [];
  if (found === undefined) throw subscriptionNotFound();
  return found;
}

async function idsInState(
  deps: ListDependencies,
  ids: readonly string[],
  state: ListedState,
): Promise<readonly string[]> {
  const { read } = deps.database;
  const present = await presentOf(deps);
  const kept: string[] = [];
  for (let at = 0; at < ids.length; at += chunkSize) {
    const held = await holdSubscriptions(read, ids.slice(at, at + chunkSize), present);
    for (const one of held) if (isInState(one, state)) kept.push(one.subscription.id);
  }
  return kept;
}

/** True for a subscription in a state; a cancelled one is in no other state until it ends. */
function isInState({ standing }: HeldSubscription, state: ListedState | ""): boolean {
  if (state === "") return true;
  const isEnding = standing.cancelledFrom !== null && standing.state !== "ended";
  return state === "cancelled" ? isEnding : !isEnding && standing.state === state;
}

async function findIds(
  queries: Queries,
  { q = "", state = "", sort = "newest" }: SubscriptionSearch,
): Promise<readonly string[]> {
  const words = wordsOf(q);
  const number = numberSearched(q);
  const rows = await queries
    .selectFrom("subscriptions")
    .select("subscriptions.id")
    .$if(state === "ended", (query) => query.where("subscriptions.ended_at", "is not", null))
    .$if(number !== null, (query) =>
      query.where("subscriptions.id", "in", (within) =>
        within
          .selectFrom("subscription_cycles as cycle")
          .innerJoin("orders as ordered", "ordered.id", "cycle.order_id")
          .select("cycle.subscription_id")
          .where("ordered.number", "=", number ?? 0),
      ),
    )
    .$if(number === null, (query) =>
      words.reduce(
        (narrowed, word) =>
          narrowed.where((eb) => {
            // Not a join: databases would then read all orders for a few subscriptions.
            const wordsOfFirst = eb
              .selectFrom("orders")
              .select("orders.search_words")
              .whereRef("orders.number", "=", "subscriptions.number");
            return eb.or([
              eb(wordsOfFirst, "like", `${escaped(word)}%`),
              eb(wordsOfFirst, "like", `% ${escaped(word)}%`),
            ]);
          }),
        query,
      ),
    )
    .orderBy("subscriptions.number", sort === "newest" ? "desc" : "asc")
    .execute();
  return rows.map(({ id }) => id);
}

/** A word without the wildcards of `like`, which stand for any letter here. */
const escaped = (word: string) => word.replaceAll(/[%_\\]/g, "_");

async function presentOf({ database, post }: ListDependencies) {
  return { now: post.clock(), timeZone: await post.readTimeZone(database.read) };
}

async function listed(
  deps: ListDependencies,
  ids: readonly string[],
): Promise<readonly ListedSubscription[]> {
  if (ids.length === 0) return [];
  const { read } = deps.database;
  const held = await holdSubscriptions(read, ids, await presentOf(deps));
  const latest = held.flatMap(({ cycles }) => cycles.at(-1)?.orderId ?? []);
  const people = await read
    .selectFrom("orders")
    .select(["id", "customer_name", "customer_email", "company_name", "customer_website"])
    .where("id", "in", latest)
    .execute();
  const personOf = new Map(people.map((row) => [row.id, row]));
  const paid = await paidForSubscriptions(read, ids);
  return held.map((one) => {
    const row = personOf.get(one.cycles.at(-1)?.orderId ?? "");
    return {
      ...one,
      customerName: row?.customer_name ?? "",
      customerEmail: row?.customer_email ?? "",
      companyName: row?.company_name ?? "",
      website: row?.customer_website ?? "",
      paidCents: paid.get(one.subscription.id) ?? 0,
      paidCount: one.cycles.filter(({ paymentStatus }) => paymentStatus === "Paid").length,
    };
  });
}

/** Money received for the orders of subscriptions, after refunds, by subscription. */
async function paidForSubscriptions(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .selectFrom("subscription_cycles as cycle")
    .innerJoin("orders", "orders.id", "cycle.order_id")
    .select("cycle.subscription_id as id")
    .select(({ fn }) => fn.sum<number | string>("orders.net_cents").as("cents"))
    .where("cycle.subscription_id", "in", ids)
    .groupBy("cycle.subscription_id")
    .execute();
  return new Map(rows.map(({ id, cents }) => [id, Number(cents)]));
}
