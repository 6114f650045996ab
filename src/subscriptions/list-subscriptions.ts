import type { Post } from "../mail/mailer.ts";
import { numberSearched } from "../orders/number-searched.ts";
import { storedProvider } from "../payments/stored-providers.ts";
import type { Database, Queries } from "../platform/database/database.ts";
import { rowChunks } from "../platform/database/row-chunks.ts";
import { type ListRange, type Page, pageOf } from "../platform/pages.ts";
import { wordsOf } from "../platform/texts/search-words.ts";
import { dayOf } from "../platform/time/dates.ts";
import type { Actor } from "../policy/actor.ts";
import { companyOf } from "../policy/company.ts";
import { may, mayInOwnCompany, requireRight, requireSignedIn } from "../policy/rights.ts";
import { subscriptionNotFound } from "./changes/lock-for-change.server.ts";
import { subscriptionStates } from "./model/subscription.ts";
import { readSubscription } from "./read-subscription.ts";
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
  readonly refundedCents: number;
  /** Money that a provider took back, as in a chargeback. */
  readonly takenBackCents: number;
  /** First day on which it ran, in the site's time zone; "" before the first payment. */
  readonly sinceDay: string;
  /** Name of the provider that charges each cycle by itself; null while the customer pays by hand. */
  readonly chargedBy: string | null;
  /** Number of its paid periods. */
  readonly paidCount: number;
}

/** States that a list can ask for; "cancelled" runs, and has a last day; "waiting" needs a person. */
export const listedStates = [...subscriptionStates, "cancelled", "waiting"] as const;
export type ListedState = (typeof listedStates)[number];

interface SubscriptionSearch {
  /** Words with which name, email, company or plan begin, or the number of an order. */
  readonly q?: string;
  readonly state?: ListedState | "";
  readonly companyId?: string;
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

/**
 * Yields subscriptions in chunks, oldest first: all of them for an actor who may see every order,
 * those of their company for a customer who sees payments. The first `next()` throws
 * "unauthenticated", and "not-found" for an unknown `after`.
 */
export async function* listSubscriptions(
  deps: ListDependencies,
  actor: Actor,
  { state = "", limit, after }: { readonly state?: ListedState | "" } & ListRange = {},
): AsyncGenerator<readonly ListedSubscription[]> {
  const companyId = may(actor, "see every order")
    ? undefined
    : companyOf(requireSignedIn(actor)).id;
  if (companyId !== undefined && !mayInOwnCompany(actor, "payments")) return;
  const first =
    after === undefined ? 0 : (await readSubscription(deps, actor, after)).subscription.number;
  let left = limit ?? Number.POSITIVE_INFINITY;
  const chunks = rowChunks(
    { after: first, size: chunkSize },
    ({ number }: { readonly number: number }) => number,
    (last, size) =>
      deps.database.read
        .selectFrom("subscriptions")
        .select(["id", "number"])
        .where("number", ">", last)
        .$if(companyId !== undefined, (query) => query.where("company_id", "=", companyId ?? ""))
        .orderBy("number")
        .limit(size)
        .execute(),
  );
  for await (const rows of chunks) {
    const found = await listed(
      deps,
      rows.map(({ id }) => id),
    );
    const kept = found.filter((one) => isInState(one, state)).slice(0, left);
    if (kept.length > 0) yield kept;
    left -= kept.length;
    if (left <= 0) return;
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

function whyWaiting({ standing }: HeldSubscription): Waiting["why"] | null {
  const { state, change, isDisputed } = standing;
  if (state === "suspended") return isDisputed ? "taken-back" : "suspended";
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

/** One subscription. Throws like `readSubscription`. */
export async function readListedSubscription(
  deps: ListDependencies,
  actor: Actor,
  id: string,
): Promise<ListedSubscription> {
  const held = await readSubscription(deps, actor, id);
  const [found] = await withPayments(deps, [held]);
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
function isInState(held: HeldSubscription, state: ListedState | ""): boolean {
  if (state === "") return true;
  if (state === "waiting") return whyWaiting(held) !== null;
  const { standing } = held;
  const isEnding = standing.cancelledFrom !== null && standing.state !== "ended";
  return state === "cancelled" ? isEnding : !isEnding && standing.state === state;
}

async function findIds(
  queries: Queries,
  { q = "", state = "", companyId, sort = "newest" }: SubscriptionSearch,
): Promise<readonly string[]> {
  const words = wordsOf(q);
  const number = numberSearched(q);
  const rows = await queries
    .selectFrom("subscriptions")
    .select("subscriptions.id")
    .$if(state === "ended", (query) => query.where("subscriptions.ended_at", "is not", null))
    .$if(companyId !== undefined, (query) =>
      query.where("subscriptions.company_id", "=", companyId ?? ""),
    )
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
  const held = await holdSubscriptions(deps.database.read, ids, await presentOf(deps));
  return withPayments(deps, held);
}

/** Adds what a list shows about subscriptions. Checks no rights. */
async function withPayments(
  { database: { read }, post }: ListDependencies,
  held: readonly HeldSubscription[],
): Promise<readonly ListedSubscription[]> {
  if (held.length === 0) return [];
  const latest = held.flatMap(({ cycles }) => cycles.at(-1)?.orderId ?? []);
  const timeZone = await post.readTimeZone(read);
  const people = await read
    .selectFrom("orders")
    .select(["id", "customer_name", "customer_email", "company_name", "customer_website"])
    .where("id", "in", latest)
    .execute();
  const personOf = new Map(people.map((row) => [row.id, row]));
  const paid = await paidForSubscriptions(
    read,
    held.map(({ subscription }) => subscription.id),
  );
  return held.map((one) => {
    const row = personOf.get(one.cycles.at(-1)?.orderId ?? "");
    const { startedAt, provider } = one.subscription;
    return {
      ...one,
      sinceDay: startedAt === null ? "" : dayOf(startedAt, timeZone),
      chargedBy: provider === null ? null : storedProvider(provider).displayName,
      ...(paid.get(one.subscription.id) ?? nothingPaid),
      customerName: row?.customer_name ?? "",
      customerEmail: row?.customer_email ?? "",
      companyName: row?.company_name ?? "",
      website: row?.customer_website ?? "",
      paidCount: one.cycles.filter(({ paymentStatus }) => paymentStatus === "Paid").length,
    };
  });
}

type Sums = Pick<ListedSubscription, "paidCents" | "refundedCents" | "takenBackCents">;

const nothingPaid: Sums = { paidCents: 0, refundedCents: 0, takenBackCents: 0 };

/** Sums of the ledger over the orders of subscriptions, by subscription. */
async function paidForSubscriptions(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Sums>> {
  const rows = await queries
    .selectFrom("subscription_cycles as cycle")
    .innerJoin("payment_ledger as entry", "entry.order_id", "cycle.order_id")
    .select(["cycle.subscription_id as id", "entry.kind"])
    .select(({ fn }) => fn.sum<number | string>("entry.amount_cents").as("cents"))
    .where("cycle.subscription_id", "in", ids)
    .groupBy(["cycle.subscription_id", "entry.kind"])
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, kinds]) => {
      // Refunds and reversals are negative in the ledger.
      const sumOf = (...named: readonly string[]) =>
        kinds.reduce((sum, { kind, cents }) => sum + (named.includes(kind) ? Number(cents) : 0), 0);
      const refundedCents = 0 - sumOf("refund");
      const takenBackCents = 0 - sumOf("reversal", "reversal-cancelled");
      const paidCents = sumOf("payment") - refundedCents - takenBackCents;
      return [id, { paidCents, refundedCents, takenBackCents }];
    }),
  );
}
