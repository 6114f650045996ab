import type { Database } from "#platform/database/database.ts";
import { doubling, LeasedTable, nextAttemptAt, type RetryPolicy } from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import {
  encryptCredentials,
  type ReadableAccount,
  readableAccount,
  trialPauseMs,
} from "./payment-accounts.server.ts";

const retries: RetryPolicy = { pausesMs: doubling(60_000, trialPauseMs) };

const accounts = new LeasedTable("payment_accounts", { key: ["id"], leaseMs: 2 * 60_000 });

interface PrepareDependencies {
  readonly database: Database;
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly prepareAccount: (account: ReadableAccount) => Promise<string | null>;
}

/**
 * Prepares accounts that an earlier version connected for plans that are charged again and again, and
 * looks every day whether an account has got the rights that it lacked.
 */
export function startPreparingAccounts(deps: PrepareDependencies): Worker {
  return startWorker({
    name: "prepare-accounts",
    intervalMs: 5_000,
    workOnce: () => prepareNextAccount(deps),
    log: deps.log,
  });
}

/** Prepares the next account that is due; false when none is. */
export async function prepareNextAccount(deps: PrepareDependencies): Promise<boolean> {
  const { database, clock, secret, log } = deps;
  const row = await accounts.claim(database, clock(), (due) => due.where("state", "=", "on"));
  if (row === undefined) return false;
  const account = readableAccount(secret, row);
  if (account === undefined || account.kind === "paypal-standard") {
    await database.write((tx) => accounts.settle(tx, row, { due_at: null }));
    return true;
  }
  try {
    const plansFault = await deps.prepareAccount(account);
    const { plansFault: known = null, ...keys } = account.credentials;
    const credentials = plansFault === null ? keys : { ...keys, plansFault };
    const changed = plansFault !== known && {
      credentials: encryptCredentials(secret, account, credentials),
    };
    const due_at = plansFault === null ? null : clock() + trialPauseMs;
    await database.write(async (tx) => {
      // Somebody can have disconnected the account meanwhile, or connected it with other keys.
      const present = await tx
        .selectFrom("payment_accounts")
        .select("id")
        .where("id", "=", row.id)
        .where("state", "=", "on")
        .where("credentials", "=", row.credentials)
        .executeTakeFirst();
      if (present !== undefined) await accounts.settle(tx, row, { due_at, ...changed });
    });
  } catch (err) {
    log.warn({ account: row.id, err }, "a payment account could not be prepared");
    const since = row.connected_at;
    const due_at = nextAttemptAt(retries, { attempts: row.attempts, since, now: clock() });
    await database.write((tx) => accounts.settle(tx, row, { due_at }));
  }
  return true;
}
