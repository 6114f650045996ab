import { storedProvider, testProviders } from "#payments/stored-providers.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { endAtOnce } from "./cycles/advance-subscription.server.ts";
import { asSubscription } from "./subscription-store.server.ts";

const sliceSize = 500;

/** Number of the subscriptions that are charged through each account of the panel, by its id. */
export async function runningByAccount(queries: Queries): Promise<ReadonlyMap<string, number>> {
  const running = await queries
    .selectFrom("subscriptions")
    .select(({ selectFrom }) => [
      "provider",
      // A join would let SQLite read the cycles of all subscriptions.
      selectFrom("subscription_cycles")
        .select("order_id")
        .whereRef("subscription_id", "=", "subscriptions.id")
        .where("number", "=", 1)
        .as("orderId"),
    ])
    .where("provider", "is not", null)
    .where("ended_at", "is", null)
    .execute();
  const providers = new Map(running.map(({ orderId, provider }) => [orderId ?? "", provider]));
  const orderIds = [...providers.keys()];
  const ordersOf = new Map<string, Set<string>>();
  // In slices, because a database takes a limited number of parameters.
  for (let from = 0; from < orderIds.length; from += sliceSize) {
    const attempts = await queries
      .selectFrom("payment_attempts")
      .select(["order_reference as orderId", "provider", "payment_account as account"])
      .where("order_reference", "in", orderIds.slice(from, from + sliceSize))
      .where("payment_account", "is not", null)
      .execute();
    for (const { orderId, provider, account } of attempts) {
      if (account === null || providers.get(orderId) !== provider) continue;
      ordersOf.set(account, (ordersOf.get(account) ?? new Set()).add(orderId));
    }
  }
  return new Map([...ordersOf].map(([account, orders]) => [account, orders.size]));
}

/**
 * Until when an account charges plans: infinity while one runs, the end of the last one afterwards,
 * and 0 for an account that never charged one.
 */
export async function chargesUntil(queries: Queries, accountId: string): Promise<number> {
  const rows = await queries
    .selectFrom("subscriptions")
    .innerJoin("subscription_cycles as first", (join) =>
      join.onRef("first.subscription_id", "=", "subscriptions.id").on("first.number", "=", 1),
    )
    .innerJoin("payment_attempts as attempt", (join) =>
      join
        .onRef("attempt.order_reference", "=", "first.order_id")
        .onRef("attempt.provider", "=", "subscriptions.provider"),
    )
    .select("subscriptions.ended_at as endedAt")
    .where("attempt.payment_account", "=", accountId)
    .execute();
  const ends = rows.map(({ endedAt }) => (endedAt === null ? Infinity : Number(endedAt)));
  return Math.max(0, ...ends);
}

interface RunningAt {
  /** Such as "Stripe". */
  readonly displayName: string;
  readonly provider: string;
  readonly isTest: boolean;
  readonly count: number;
}

/** Number of the subscriptions that each provider charges. */
export async function runningByProvider(queries: Queries): Promise<readonly RunningAt[]> {
  const rows = await queries
    .selectFrom("subscriptions")
    .select(({ fn }) => ["provider", fn.count<number>("id").as("count")])
    .where("provider", "is not", null)
    .where("ended_at", "is", null)
    .groupBy("provider")
    .orderBy("provider")
    .execute();
  return rows.map(({ provider, count }) => {
    const name = provider ?? "";
    return { ...storedProvider(name), provider: name, count: Number(count) };
  });
}

/**
 * Ends the subscriptions of test payments when the site goes live: nobody would ever pay their later
 * periods, whose orders would look like debts of customers.
 */
export async function endTestSubscriptions(tx: WriteTransaction, at: number): Promise<void> {
  const rows = await tx
    .selectFrom("subscriptions")
    .selectAll()
    .where("provider", "in", testProviders)
    .where("ended_at", "is", null)
    .orderBy("id")
    .execute();
  for (const row of rows) {
    await endAtOnce(tx, asSubscription(row), "The site went live, and test payments ended.", at);
  }
}
