import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { dueFrom, LeasedTable } from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import { findAttempt } from "../attempts/payment-attempt-store.server.ts";
import type { PaymentMessage, PaymentProvider, Sweep } from "../payment-provider.ts";
import { insertNotification } from "./notification-store.server.ts";

interface SweepDependencies {
  readonly database: Database;
  /** Only providers that can be asked are swept. */
  readonly providers: () => readonly PaymentProvider[];
  readonly clock: Clock;
  readonly log: Log;
  /** Called after lost reports were stored. */
  readonly onFound: () => void;
}

const everyMs = 10 * 60_000;
/**
 * A report can appear at the provider later than its own time says, and a sweep of another process
 * can have died half-way, so each sweep repeats the hour before.
 */
const overlapMs = 60 * 60_000;
const mostMsForOne = 60_000;

const sweeps = new LeasedTable("payment_sweeps", { key: ["provider"], leaseMs: 2 * mostMsForOne });

/**
 * Asks a provider for everything that it reported lately, and stores the reports that never arrived
 * here. Returns false when no provider is due.
 */
export async function sweepNext(deps: SweepDependencies, signal: AbortSignal): Promise<boolean> {
  const { database, clock, log } = deps;
  const swept = await sweptNow(database.read, deps.providers());
  if (swept.length === 0) return false;
  await beginSweeping(database, swept, clock());
  const names = swept.map(({ name }) => name);
  const row = await sweeps.claim(database, clock(), (due) => due.where("provider", "in", names));
  if (row === undefined) return false;
  const startedAt = clock();
  const provider = swept.find(({ name }) => name === row.provider);
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(mostMsForOne)]);
    const found = await provider?.sweep?.(row.swept_until - overlapMs, within);
    if (provider === undefined || found === undefined) return false;
    const stored = await database.write(async (tx) => {
      const done = {
        swept_until: startedAt,
        clock_ahead_ms: found.clockAheadMs,
        due_at: clock() + everyMs,
      };
      if (!(await sweeps.settle(tx, row, done))) return 0;
      return storeLost(tx, provider, found.reports, clock());
    });
    if (stored > 0) {
      log.warn(
        { provider: row.provider, stored },
        "notifications of payments were lost, and found",
      );
      deps.onFound();
    }
  } catch (error) {
    log.warn({ provider: row.provider, err: error }, "lost notifications could not be looked for");
    await database.write((tx) => sweeps.settle(tx, row, { due_at: clock() + everyMs }));
  }
  return true;
}

/** Asks no provider that no customer was ever sent to. */
async function sweptNow(
  queries: Queries,
  providers: readonly PaymentProvider[],
): Promise<readonly PaymentProvider[]> {
  const names = providers.filter(({ sweep }) => sweep !== null).map(({ name }) => name);
  if (names.length === 0) return [];
  const used = await queries
    .selectFrom("payment_attempts")
    .select("provider")
    .distinct()
    .where("provider", "in", names)
    .execute();
  return providers.filter(({ name }) => used.some(({ provider }) => provider === name));
}

/** The first sweep of a provider looks back over the overlap only. */
async function beginSweeping(
  database: Database,
  providers: readonly PaymentProvider[],
  now: number,
): Promise<void> {
  const rows = await database.read.selectFrom("payment_sweeps").select("provider").execute();
  const known = new Set(rows.map(({ provider }) => provider));
  const missing = providers.filter(({ name }) => !known.has(name));
  if (missing.length === 0) return;
  await database.write((tx) =>
    tx
      .insertInto("payment_sweeps")
      .values(missing.map(({ name }) => ({ provider: name, swept_until: now, ...dueFrom(now) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/**
 * Asks a provider for all that it knows of these subscriptions since a time, and stores what never
 * arrived here. Returns the number stored. Throws when the provider does not answer.
 */
export async function sweepSubscriptions(
  { database, provider, clock }: Pick<SweepDependencies, "database" | "clock"> & SweptProvider,
  { references, since }: { readonly references: readonly string[]; readonly since: number },
  signal: AbortSignal,
): Promise<number> {
  const found = await provider.subscriptions?.sweep(references, since, signal);
  if (found === undefined) return 0;
  return database.write((tx) => storeLost(tx, provider, found.reports, clock()));
}

interface SweptProvider {
  readonly provider: PaymentProvider;
}

/** Oldest first, so that a payment is applied before its refund. Returns the number stored. */
async function storeLost(
  tx: WriteTransaction,
  provider: PaymentProvider,
  reports: Sweep["reports"],
  receivedAt: number,
): Promise<number> {
  let stored = 0;
  for (const { raw, paymentAccount } of reports.toReversed()) {
    const message = provider.readNotification(raw);
    const attempt = await findAttempt(tx, provider.name, message.attemptId);
    // An account that was disconnected must not report payments that the present account takes.
    if (attempt?.paymentAccount && attempt.paymentAccount !== paymentAccount) continue;
    if (await hasArrived(tx, provider.name, message)) continue;
    if (await isKnownState(tx, provider, message)) continue;
    await insertNotification(tx, provider, { receivedAt, source: "answer", raw, message });
    stored++;
  }
  return stored;
}

/** True for a report that was received in any way; a report that was refused does not count. */
async function hasArrived(
  queries: Queries,
  provider: string,
  { transactionId, attemptId, rawStatus, subscription }: PaymentMessage,
): Promise<boolean> {
  const row = await queries
    .selectFrom("payment_notifications")
    .select("id")
    .where("provider", "=", provider)
    .where("transaction_id", "is not distinct from", transactionId)
    // Not every report about a subscription names its attempt.
    .$if(subscription === null, (query) =>
      query.where("attempt_id", "is not distinct from", attemptId),
    )
    .where("payment_status", "is not distinct from", rawStatus)
    .where("source", "!=", "return")
    .where("state", "not in", ["invalid", "unanswered"])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** More reports than a subscription has in a year. */
const mostReportsOfOne = 100;

/** True for the state of a subscription that the latest report says, too. */
async function isKnownState(
  queries: Queries,
  provider: PaymentProvider,
  { kind, transactionId, subscription }: PaymentMessage,
): Promise<boolean> {
  if (subscription === null || !kind.startsWith("subscription-")) return false;
  const rows = await queries
    .selectFrom("payment_notifications")
    .select("raw")
    .where("provider", "=", provider.name)
    .where("transaction_id", "=", transactionId)
    .where("state", "in", ["received", "verified"])
    .orderBy("id", "desc")
    .limit(mostReportsOfOne)
    .execute();
  const states = rows
    .map(({ raw }) => provider.readNotification(raw))
    .filter((each) => each.kind.startsWith("subscription-"));
  const [latest] = states.sort((a, b) => (b.subscription?.at ?? 0) - (a.subscription?.at ?? 0));
  const known = latest?.subscription;
  return (
    latest?.kind === kind &&
    known?.endsWithPeriod === subscription.endsWithPeriod &&
    known.nextChargeAt === subscription.nextChargeAt &&
    known.priceCents === subscription.priceCents
  );
}

/** Looks for lost reports every ten minutes, and once at the start. */
export function startSweeping(deps: SweepDependencies): Worker {
  return startWorker({
    name: "sweep-payments",
    intervalMs: 15_000,
    workOnce: (stopping) => sweepNext(deps, stopping),
    log: deps.log,
  });
}

/**
 * The largest measured difference between this machine's clock and a provider's, in milliseconds; 0
 * when none was measured.
 */
export async function clockAheadMs(queries: Queries): Promise<number> {
  const rows = await queries
    .selectFrom("payment_sweeps")
    .select("clock_ahead_ms as aheadMs")
    .where("clock_ahead_ms", "is not", null)
    .execute();
  const measured = rows.map(({ aheadMs }) => Number(aheadMs));
  return measured.reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most), 0);
}
