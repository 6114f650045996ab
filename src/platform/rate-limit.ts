import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { sql } from "kysely";
import type { Configuration } from "./configuration.ts";
import { engineOf, type Queries, type WriteTransaction } from "./database/database.ts";
import type { Migrations } from "./database/migrations.ts";
import { preparedRows } from "./database/prepared-query.ts";
import { AppError } from "./errors.ts";
import type { Clock } from "./time/clock.ts";

interface RateLimitsTable {
  /** A keyed hash of the limit's name and whom it counts: nobody can read addresses from it. */
  key: string;
  attempts: number;
  /** When the window is over and the count begins anew. */
  ends_at: number;
}

declare module "./database/tables.ts" {
  interface Tables {
    rate_limits: RateLimitsTable;
  }
}

export const rateLimitMigrations: Migrations = {
  "0015-rate-limits": {
    async up(db) {
      await db.schema
        .createTable("rate_limits")
        .addColumn("key", "text", (column) => column.primaryKey().notNull())
        .addColumn("attempts", "bigint", (column) => column.notNull())
        .addColumn("ends_at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex("rate_limits_by_end")
        .on("rate_limits")
        .column("ends_at")
        .execute();
    },
  },
};

/** So many attempts in so long a time, for everybody who shares a count. */
export interface RateLimit {
  /** Kebab-case, and no other limit's. */
  readonly name: string;
  readonly attempts: number;
  readonly windowMs: number;
  /** Whose attempts are counted together, such as a client's network; left out for everybody's. */
  readonly countedFor?: string;
  /** What else than waiting helps whoever is over it, as a sentence. */
  readonly wayOut?: string;
}

/** Who sends something, as far as limits are concerned. */
export interface Sender {
  readonly clientAddress: string;
}

export interface RateLimiter {
  /** Keys the hashes. */
  readonly secret: string;
  /** RATE_LIMIT_FACTOR. */
  readonly factor: number;
  readonly now: number;
}

/** What operations take that have a limit. */
export interface LimitedDependencies {
  readonly secret: string;
  readonly clock: Clock;
  readonly configuration: Pick<Configuration, "rateLimitFactor">;
}

export function limiterOf({ secret, clock, configuration }: LimitedDependencies): RateLimiter {
  return { secret, factor: configuration.rateLimitFactor, now: clock() };
}

const forgottenPerCall = 20;

/**
 * Refuses what is over one of the limits already, before anything is written: a flood costs a read
 * each time, and no storage. Throws "too-many".
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
    if (row !== undefined && row.attempts >= mostOf(limit, limiter)) {
      throw tooMany(limit, row.ends_at - limiter.now);
    }
  }
}

/**
 * Counts an attempt in the transaction of what it asks for, so that what is refused or fails is
 * not counted. Throws "too-many" over one of the limits, which processes share.
 */
export async function countAttempt(
  tx: WriteTransaction,
  limiter: RateLimiter,
  limits: readonly RateLimit[],
): Promise<void> {
  const counts = await countIn(tx, limiter, limits);
  const over = counts.find(({ attempts, most }) => attempts > most);
  if (over !== undefined) throw tooMany(over.limit, over.endsAt - limiter.now);
  if (counts.some(({ attempts }) => attempts === 1)) await forgetEndedWindows(tx, limiter.now);
}

/** Counts an attempt, and says whether it was within the limit. */
export async function isWithinLimit(
  tx: WriteTransaction,
  limiter: RateLimiter,
  limit: RateLimit,
): Promise<boolean> {
  const counts = await countIn(tx, limiter, [limit]);
  return counts.every(({ attempts, most }) => attempts <= most);
}

interface Count {
  readonly limit: RateLimit;
  readonly attempts: number;
  readonly most: number;
  readonly endsAt: number;
}

/** In one statement for all limits: every order, message and subscriber waits for it. */
async function countIn(
  tx: WriteTransaction,
  limiter: RateLimiter,
  limits: readonly RateLimit[],
): Promise<Count[]> {
  const { secret, now } = limiter;
  const limitOf = new Map(limits.map((limit) => [keyOf(secret, limit), limit]));
  const fresh = [...limitOf].map(([key, { windowMs }]) => ({ key, endsAt: now + windowMs, now }));
  const rows = await countKeys(tx, fresh);
  return rows.flatMap(({ key, attempts, ends_at }) => {
    const limit = limitOf.get(key);
    return limit ? [{ limit, attempts, most: mostOf(limit, limiter), endsAt: ends_at }] : [];
  });
}

interface FreshCount {
  readonly key: string;
  readonly endsAt: number;
  readonly now: number;
}

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
 * Whom a client's attempts are counted for. An IPv6 client has a whole network of addresses to
 * itself, and would otherwise get a count for each.
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

/** A few for each window that begins, so that the table stays small without a job of its own. */
async function forgetEndedWindows(tx: WriteTransaction, now: number): Promise<void> {
  const ended = tx
    .selectFrom("rate_limits")
    .select("key")
    .where("ends_at", "<=", now)
    .orderBy("ends_at")
    .limit(forgottenPerCall)
    // Whoever else is forgetting the same ones is not waited for.
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate().skipLocked());
  await tx.deleteFrom("rate_limits").where("key", "in", ended).execute();
}

/** The last ones, because who comes once comes again, and a hash takes as long as the count. */
const keptKeys = new Map<string, string>();
const mostKept = 1000;

function keyOf(secret: string, { name, countedFor }: RateLimit): string {
  const counted = JSON.stringify(["rate-limit", name, countedFor ?? null]);
  const kept = keptKeys.get(secret + counted);
  if (kept !== undefined) return kept;
  const key = createHmac("sha256", secret).update(counted).digest("base64url");
  if (keptKeys.size >= mostKept) keptKeys.clear();
  keptKeys.set(secret + counted, key);
  return key;
}

function mostOf({ attempts }: RateLimit, { factor }: RateLimiter): number {
  return Math.ceil(attempts * factor);
}

function tooMany({ wayOut = "" }: RateLimit, waitMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message =
    `This was sent too often. Nothing was lost: try again in ${inWords(retryAfterSeconds)}. ${wayOut}`.trim();
  return new AppError("too-many", message, { retryAfterSeconds });
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.ceil(minutes / 60);
  if (minutes > 90) return `${hours} hours`;
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
