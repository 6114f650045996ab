import type { Queries } from "#platform/database/database.ts";
import { dueFrom, type LeaseColumns, LeasedTable } from "#platform/leases.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import { type CallDependencies, releaseCalls, sendNextCall } from "./subscription-calls.server.ts";

/** When each provider was last asked for what it charged. */
interface SubscriptionSweepsTable extends LeaseColumns {
  provider: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    subscription_sweeps: SubscriptionSweepsTable;
  }
}

const dayMs = 24 * 60 * 60 * 1000;
/** Longer than a month, so that a restored backup of any month finds the renewal that it lacks. */
const lookBackMs = 40 * dayMs;
/** Providers are asked for each subscription by itself. */
const askedAtOnce = 50;
const mostMsForOne = 5 * 60_000;
const pauseAfterFailureMs = 60 * 60_000;

const sweeps = new LeasedTable("subscription_sweeps", {
  key: ["provider"],
  leaseMs: 2 * mostMsForOne,
});

/**
 * Asks a provider once a day for all that happened to the subscriptions of this site in the last 40
 * days, and stores what never arrived. So a lost message costs a day. False when none is due.
 */
export async function sweepNextProvider(
  deps: CallDependencies,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, payments, clock, log } = deps;
  const asked = payments.all.filter(({ provider }) => provider.subscriptions !== null);
  const names = asked.map(({ provider }) => provider.name);
  if (names.length === 0) return false;
  await beginSweeps(deps, names);
  const now = clock();
  const row = await sweeps.claim(database, now, (due) => due.where("provider", "in", names));
  if (row === undefined) return false;
  let due_at = now + dayMs;
  try {
    const references = await sweptReferences(database.read, row.provider, now - lookBackMs);
    const through = payments.through(row.provider);
    await sweeps.renewing(deps, row, async () => {
      for (let from = 0; from < references.length; from += askedAtOnce) {
        const some = references.slice(from, from + askedAtOnce);
        const within = AbortSignal.any([signal, AbortSignal.timeout(mostMsForOne)]);
        const stored = await through?.sweepSubscriptions(some, now - lookBackMs, within);
        if (stored) {
          log.warn({ provider: row.provider, stored }, "reports of subscriptions were lost");
        }
      }
    });
  } catch (error) {
    log.warn({ provider: row.provider, err: error }, "subscriptions could not be looked up");
    due_at = now + pauseAfterFailureMs;
  }
  await database.write((tx) => sweeps.settle(tx, row, { due_at }));
  return true;
}

async function beginSweeps(
  { database, clock }: CallDependencies,
  names: readonly string[],
): Promise<void> {
  const rows = await database.read
    .selectFrom("subscriptions")
    .leftJoin("subscription_sweeps as sweep", "sweep.provider", "subscriptions.provider")
    .select("subscriptions.provider")
    .distinct()
    .where("subscriptions.provider", "in", names)
    .where("sweep.provider", "is", null)
    .execute();
  const missing = rows.flatMap(({ provider }) => provider ?? []);
  if (missing.length === 0) return;
  await database.write((tx) =>
    tx
      .insertInto("subscription_sweeps")
      .values(missing.map((provider) => ({ provider, ...dueFrom(clock()) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

async function sweptReferences(
  queries: Queries,
  provider: string,
  since: number,
): Promise<readonly string[]> {
  const rows = await queries
    .selectFrom("subscriptions")
    .select("provider_reference as reference")
    .where("provider", "=", provider)
    .where(({ or, eb }) => or([eb("ended_at", "is", null), eb("ended_at", ">", since)]))
    .execute();
  return rows.flatMap(({ reference }) => reference ?? []);
}

/** Sends calls to providers, and looks once a day for reports that were lost. */
export async function startSubscriptionCalls(deps: CallDependencies): Promise<Worker> {
  await deps.database.write((tx) => releaseCalls(tx));
  return startWorker({
    name: "subscription-calls",
    intervalMs: 1000,
    workOnce: async (stopping) =>
      (await sendNextCall(deps)) || (await sweepNextProvider(deps, stopping)),
    log: deps.log,
  });
}
