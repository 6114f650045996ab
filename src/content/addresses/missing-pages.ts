import "./address-tables.server.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import { spellingOf } from "./address-spelling.ts";

/** A page that links to an address without a page. */
export interface Referrer {
  /** A path for a page of this site, otherwise a web address; without its query. */
  readonly from: string;
  readonly hits: number;
}

interface Counted {
  readonly hits: number;
  readonly referrers: ReadonlyMap<string, number>;
}

const longestPath = 200;
const mostReferrers = 5;
/** Addresses that are counted between two writes. */
const mostCounted = 500;
/** Addresses in the table. */
const mostKept = 2000;
const writeEveryMs = 60_000;

/** A part of an address that may be a secret or name a person. */
function isPersonal(address: string): boolean {
  return /@|%40|[0-9a-f]{8}-[0-9a-f]{4}-/i.test(address) || /(?=\w*\d)\w{24,}/.test(address);
}

/**
 * Counts requests for addresses without a page in memory, so that no request writes. Strangers
 * choose the addresses: when there are too many, those that nobody has asked for for the longest
 * time are forgotten. Nothing about a visitor is kept.
 */
export class MissingPages {
  readonly #ownOrigin: string;
  #counted = new Map<string, Counted>();

  constructor({ publicUrl }: { readonly publicUrl: string }) {
    this.#ownOrigin = new URL(publicUrl).origin;
  }

  note(requestedPath: string, referrer: string | null): void {
    const path = spellingOf(requestedPath);
    // Programs ask for hidden files such as /.env, and no page was ever there.
    if (path.length > longestPath || path.includes("/.") || isPersonal(path)) return;
    const from = this.#pageOf(referrer);
    const isLinked = from !== null && from !== path;
    this.#add(path, { hits: 1, referrers: new Map(isLinked ? [[from, 1]] : []) });
  }

  #add(path: string, more: Counted): void {
    const before = this.#counted.get(path);
    // Added again at the end, so that the first address is the one that was not asked for longest.
    this.#counted.delete(path);
    this.#counted.set(path, sumOf(before, more));
    const [oldest] = this.#counted.keys();
    if (this.#counted.size > mostCounted && oldest !== undefined) this.#counted.delete(oldest);
  }

  #pageOf(referrer: string | null): string | null {
    const url = referrer === null ? null : URL.parse(referrer);
    if (url === null || !/^https?:$/.test(url.protocol)) return null;
    // Before the patterns of personal parts, which take long on a long text.
    if (url.pathname.length > longestPath) return null;
    const path = isPersonal(url.pathname) ? "/" : url.pathname;
    const page = url.origin === this.#ownOrigin ? spellingOf(path) : `${url.origin}${path}`;
    return page.length > longestPath ? null : page;
  }

  /** Writes what was counted since the last write; what cannot be written is counted on. */
  async write(database: Database, now: number): Promise<void> {
    if (this.#counted.size === 0) return;
    const counted = this.#counted;
    this.#counted = new Map();
    try {
      await database.write((tx) => store(tx, counted, now), { inBackground: true });
    } catch (error) {
      for (const [path, more] of counted) this.#add(path, more);
      throw error;
    }
  }
}

function sumOf(one: Counted | undefined, other: Counted): Counted {
  if (one === undefined) return other;
  const referrers = new Map(one.referrers);
  for (const [from, hits] of other.referrers)
    referrers.set(from, (referrers.get(from) ?? 0) + hits);
  const kept = [...referrers].toSorted(([, a], [, b]) => b - a).slice(0, mostReferrers);
  return { hits: one.hits + other.hits, referrers: new Map(kept) };
}

async function store(
  tx: WriteTransaction,
  counted: ReadonlyMap<string, Counted>,
  now: number,
): Promise<void> {
  const rows = await tx
    .selectFrom("missing_pages")
    .select(["path", "hits", "referrers"])
    .where("path", "in", [...counted.keys()])
    .execute();
  const stored = new Map(
    rows.map(({ path, hits, referrers }) => {
      const known = referrersIn(referrers).map((each) => [each.from, each.hits] as const);
      return [path, { hits, referrers: new Map(known) }];
    }),
  );
  for (const [path, more] of counted) {
    const { hits, referrers } = sumOf(stored.get(path), more);
    const list: Referrer[] = [...referrers].map(([from, times]) => ({ from, hits: times }));
    const row = { hits, last_seen_at: now, referrers: JSON.stringify(list), is_listed: 1 };
    await tx
      .insertInto("missing_pages")
      .values({ path, first_seen_at: now, ...row })
      .onConflict((conflict) => conflict.column("path").doUpdateSet(row))
      .execute();
  }
  // Addresses that are asked for once and never again go first.
  const excess = tx
    .selectFrom("missing_pages")
    .select("path")
    .orderBy("hits", "desc")
    .orderBy("last_seen_at", "desc")
    .limit(mostKept)
    .offset(mostKept);
  const paths = (await excess.execute()).map(({ path }) => path);
  if (paths.length > 0) await tx.deleteFrom("missing_pages").where("path", "in", paths).execute();
}

export function referrersIn(text: string): readonly Referrer[] {
  return JSON.parse(text) as readonly Referrer[];
}

interface WritingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly missingPages: MissingPages;
}

export function startWritingMissingPages({
  database,
  clock,
  log,
  missingPages,
}: WritingDependencies): Worker {
  return startWorker({
    name: "missing pages",
    intervalMs: writeEveryMs,
    async workOnce() {
      await missingPages.write(database, clock());
      return false;
    },
    log,
  });
}
