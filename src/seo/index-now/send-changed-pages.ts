import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import {
  doubling,
  type LeasedRow,
  LeasedTable,
  pauseMs,
  type RetryPolicy,
} from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import { canBeFound, indexNowKey, keyLocation } from "./index-now-key.ts";
import { queueName } from "./index-now-tables.server.ts";
import { gatheredMs } from "./note-changed-pages.server.ts";

/** Passes the addresses on to all search engines that take part. */
const sharedEndpoint = "https://api.indexnow.org/indexnow";

const mostAddresses = 10_000;
const timeoutMs = 20_000;
const hourMs = 60 * 60_000;
const givenUpAfterMs = 24 * hourMs;

const retries: RetryPolicy = { pausesMs: doubling(5 * 60_000, 6 * hourMs) };

const queue = new LeasedTable("index_now", { key: ["name"], leaseMs: 2 * 60_000 });

interface SendDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secret: string;
  readonly publicUrl: string;
  readonly isIndexNowOn: (queries: Queries) => Promise<boolean>;
  /** Only tests pass another one. */
  readonly endpoint?: string;
}

export function startSendingChangedPages(deps: SendDependencies): Worker {
  return startWorker({
    name: "IndexNow",
    intervalMs: 15_000,
    workOnce: (stopping) => sendChangedPages(deps, stopping),
    log: deps.log,
  });
}

/**
 * Sends the queued addresses in one request; false when none is due. A process that dies after the
 * request leaves the addresses in the queue, so they are sent again.
 */
export async function sendChangedPages(
  deps: SendDependencies,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { database, clock, log, publicUrl, isIndexNowOn } = deps;
  const claim = await queue.claim(database, clock());
  if (claim === undefined) return false;
  const isOn = canBeFound(publicUrl) && (await isIndexNowOn(database.read));
  const batch = newId();
  const addresses = isOn
    ? await database.write((tx) => takeBatch(tx, batch, clock() - givenUpAfterMs))
    : await database.write(forgetAll);
  if (addresses.length === 0) {
    await database.write((tx) => settle(tx, claim, { failures: 0 }, clock() + gatheredMs));
    return true;
  }
  const status = await answerTo(deps, addresses, stopping);
  if (status === null && stopping?.aborted) {
    // The next start asks again: it was this program that ended the request.
    await database.write((tx) => settle(tx, claim, {}, clock()));
    return true;
  }
  const isAccepted = status === 200 || status === 202;
  if (!isAccepted) log.warn({ status }, "IndexNow did not accept the addresses of changed pages");
  const now = clock();
  await database.write(async (tx) => {
    if (isAccepted) {
      await tx.deleteFrom("index_now_addresses").where("batch", "=", batch).execute();
      const accepted = {
        failures: 0,
        accepted_at: now,
        accepted_status: status,
        accepted_count: addresses.length,
      };
      await settle(tx, claim, accepted, now + gatheredMs);
      return;
    }
    const failures = Number(claim.failures) + 1;
    const refused = { failures, refused_at: now, refused_status: status };
    await settle(tx, claim, refused, now + pauseMs(retries, failures));
  });
  return true;
}

/** Marks the oldest addresses with the batch; those that wait for too long are given up. */
async function takeBatch(
  tx: WriteTransaction,
  batch: string,
  before: number,
): Promise<readonly string[]> {
  await tx.deleteFrom("index_now_addresses").where("noted_at", "<", before).execute();
  const rows = await tx
    .updateTable("index_now_addresses")
    .set({ batch })
    .where("address", "in", (where) =>
      where
        .selectFrom("index_now_addresses")
        .select("address")
        .orderBy("noted_at")
        .orderBy("address")
        .limit(mostAddresses),
    )
    .returning("address")
    .execute();
  return rows.map(({ address }) => address);
}

async function forgetAll(tx: WriteTransaction): Promise<readonly string[]> {
  await tx.deleteFrom("index_now_addresses").execute();
  return [];
}

type Result = Partial<
  Omit<LeasedRow<"index_now">, "name" | "due_at" | "leased_until" | "attempts">
>;

/** Ends the claim; the queue is due again at `next` if addresses wait. */
async function settle(
  tx: WriteTransaction,
  claim: LeasedRow<"index_now">,
  result: Result,
  next: number,
): Promise<void> {
  // Locks the queue first: who queues an address now waits, and then sees whether the queue is due.
  if (!(await queue.settle(tx, claim, result))) return;
  const waiting = await tx.selectFrom("index_now_addresses").select("address").limit(1).execute();
  const due_at = waiting.length === 0 ? null : next;
  await tx.updateTable("index_now").set({ due_at }).where("name", "=", queueName).execute();
}

/** HTTP status of the answer; null without one. */
async function answerTo(
  { publicUrl, secret, log, endpoint = sharedEndpoint }: SendDependencies,
  addresses: readonly string[],
  stopping: AbortSignal | undefined,
): Promise<number | null> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      body: JSON.stringify({
        host: new URL(publicUrl).host,
        key: indexNowKey(secret),
        keyLocation: keyLocation(publicUrl),
        urlList: addresses,
      }),
      headers: { "content-type": "application/json; charset=utf-8" },
      redirect: "manual",
      signal: stopping === undefined ? timeout : AbortSignal.any([stopping, timeout]),
    });
    await response.body?.cancel();
    return response.status;
  } catch (err) {
    log.warn({ err }, "IndexNow did not answer");
    return null;
  }
}
