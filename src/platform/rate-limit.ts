import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { sql } from "kysely";
import type { Configuration } from "./configuration.ts";
import type { Queries, WriteTransaction } from "./database/database.ts";
import { preparedRows } from "./database/prepared-query.ts";
import { AppError } from "./errors.ts";
import type { Clock } from "./time/clock.ts";

interface RateLimitsTable {
  /** HMAC of the limit's name and the counted client, so that the table reveals no address. */
  key: string;
  attempts: number;
  ends_at: number;
}

declare module "./database/tables.ts" {
  interface Tables {
    rate_limits: RateLimitsTable;
  }
}

/** Maximum number of attempts in a window of time, by all senders who share a count. */
export interface RateLimit {
  /** Unique name in kebab-case. */
  readonly name: string;
  readonly attempts: number;
  readonly windowMs: number;
  /**
   * Attempts with the same value, such as a client's network, share one count. Without a value, all
   * senders share one count.
   */
  readonly countedFor?: string;
  /** Sentence at the end of the error message: what the sender can do instead of waiting. */
  readonly wayOut?: string;
}

export interface Sender {
  readonly clientAddress: string;
}

export interface RateLimiter {
  /** Key of the HMAC in `rate_limits.key`. */
  readonly secret: string;
  /** The setting RATE_LIMIT_FACTOR, which multiplies the attempts of every limit. */
  readonly factor: number;
  readonly now: number;
}

export interface LimitedDependencies {
  readonly secret: string;
  readonly clock: Clock;
  readonly configuration: Pick<Configuration, "rateLimitFactor">;
}

export function limiterOf({ secret, clock, configuration }: LimitedDependencies): RateLimiter {
  return { secret, factor: configuration.rateLimitFactor, now: clock() };
}

/**
 * Throws "too-many" when one of the limits is already used up. Only reads, so a flood of requests
 * writes nothing.
 */
export async function refuseOverLimits(
  queries: Queries,
  limiter: RateLimiter,
  limits: readonly RateLimit[],
): Promise<void> {
  for (const limit of limits) {
    const row = await queries
      .selectFrom("rate_limits")
      .select(["attempts", "ends_at"])
      .where("key", "=", keyOf(limiter.secret, limit))
      .where("ends_at", ">", limiter.now)
      .executeTakeFirst();
    if (row !== undefined && row.attempts >= maximumOf(limit, limiter)) {
      throw tooMany(limit, row.ends_at - limiter.now);
    }
  }
}

/**
 * Counts an attempt in the transaction of the operation, so that a refused or failed operation is
 * not counted. Throws "too-many" when a limit is exceeded. All processes share the counts.
 */
export async function countAttempt(
  tx: WriteTransaction,
  limiter: RateLimiter,
  limits: readonly RateLimit[],
): Promise<void> {
  const counts = await countIn(tx, limiter, limits);
  const over = counts.find(({ attempts, maximum }) => attempts > maximum);
  if (over !== undefined) throw tooMany(over.limit, over.endsAt - limiter.now);
}

/** Takes back an attempt that was counted with the same limiter and must not count after all. */
export async function giveBackAttempt(
  tx: WriteTransaction,
  { secret, now }: RateLimiter,
  limits: readonly RateLimit[],
): Promise<void> {
  const keys = limits.map((limit) => keyOf(secret, limit));
  await tx
    .updateTable("rate_limits")
    .set(({ eb }) => ({ attempts: eb("attempts", "-", 1) }))
    .where("key", "in", keys)
    .where("attempts", ">", 0)
    .where("ends_at", ">", now)
    .execute();
}

/** Deletes the counts of limits, for example when the subject that they count was deleted. */
export async function deleteCounts(
  tx: WriteTransaction,
  { secret }: Pick<RateLimiter, "secret">,
  limits: readonly RateLimit[],
): Promise<void> {
  const keys = limits.map((limit) => keyOf(secret, limit));
  await tx.deleteFrom("rate_limits").where("key", "in", keys).execute();
}

/** Counts an attempt and returns whether the attempt was within the limit. */
export async function isWithinLimit(
  tx: WriteTransaction,
  limiter: RateLimiter,
  limit: RateLimit,
): Promise<boolean> {
  const counts = await countIn(tx, limiter, [limit]);
  return counts.every(({ attempts, maximum }) => attempts <= maximum);
}

/**
 * Counts all limits in one statement, because every order, message and subscription waits for the
 * counts.
 */
async function countIn(tx: WriteTransaction, limiter: RateLimiter, limits: readonly RateLimit[]) {
  const { secret, now } = limiter;
  const limitOf = new Map(limits.map((limit) => [keyOf(secret, limit), limit]));
  const fresh = [...limitOf].map(([key, { windowMs }]) => ({ key, endsAt: now + windowMs, now }));
  const rows = await countKeys(tx, fresh);
  return rows.flatMap(({ key, attempts, ends_at }) => {
    const limit = limitOf.get(key);
    return limit ? [{ limit, attempts, maximum: maximumOf(limit, limiter), endsAt: ends_at }] : [];
  });
}

type FreshCount = { readonly key: string; readonly endsAt: number; readonly now: number };

const countKeys = preparedRows((queries, counts: readonly FreshCount[]) => {
  const fresh = counts.map(({ key, endsAt }) => sql`(${key}, 1, ${endsAt})`);
  const now = counts[0]?.now;
  return sql<RateLimitsTable>`
    insert into rate_limits (key, attempts, ends_at) values ${sql.join(fresh)}
    on conflict (key) do update set
      attempts = case when rate_limits.ends_at <= ${now} then 1 else rate_limits.attempts + 1 end,
      ends_at = case when rate_limits.ends_at <= ${now}
        then excluded.ends_at else rate_limits.ends_at end
    returning key, attempts, ends_at
  `.compile(queries);
});

/**
 * Network for which a client's attempts are counted. For IPv6 this is the /64 network: a client can
 * use all its addresses, and a count for each address would not limit the client.
 */
export function networkOf(clientAddress: string): string {
  if (!isIPv6(clientAddress)) return clientAddress;
  const [head = "", tail] = clientAddress.toLowerCase().split("%")[0]?.split("::") ?? [];
  const groupsOf = (part: string) => (part === "" ? [] : part.split(":"));
  const [before, after] = [groupsOf(head), groupsOf(tail ?? "")];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/**
 * Cached HMACs of counts. The same clients come again, and computing an HMAC takes as long as
 * counting an attempt.
 */
const cachedKeys = new Map<string, string>();
const maximumCachedKeys = 1000;

function keyOf(secret: string, { name, countedFor }: RateLimit): string {
  const counted = JSON.stringify(["rate-limit", name, countedFor ?? null]);
  const cached = cachedKeys.get(secret + counted);
  if (cached !== undefined) return cached;
  const key = createHmac("sha256", secret).update(counted).digest("base64url");
  if (cachedKeys.size >= maximumCachedKeys) cachedKeys.clear();
  cachedKeys.set(secret + counted, key);
  return key;
}

function maximumOf({ attempts }: RateLimit, { factor }: RateLimiter): number {
  return Math.ceil(attempts * factor);
}

function tooMany({ wayOut = "" }: RateLimit, waitMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message =
    `Too many attempts. Nothing is lost: try again in ${describeDuration(retryAfterSeconds)}. ${wayOut}`.trim();
  return new AppError("too-many", message, { retryAfterSeconds });
}

function describeDuration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.ceil(minutes / 60);
  if (minutes > 90) return `${hours} hours`;
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
