import type { Database } from "./database.ts";

/** Time for which a version read from the database stays valid without another query. */
const leaseMs = 500;

/**
 * The version of the site that this process may show. Triggers count the changes of everything that
 * public pages show (`site-version-tables.server.ts`). The process reads the version again after
 * each of its own writes, and otherwise when the last reading is older than the lease. So a change
 * appears at the next request to the process that wrote it, and soon in every other process. A
 * process that cannot reach its database knows no version.
 */
export class SiteVersion {
  readonly #database: Database;
  readonly #now: () => number;
  #version = 0;
  /** When the query for `#version` started; the version may be as old as this time. */
  #readAt = Number.NEGATIVE_INFINITY;
  #commits = 0;
  #pending: { readonly startedAt: number; readonly version: Promise<number> } | undefined;

  constructor(database: Database, now: () => number = () => performance.now()) {
    this.#database = database;
    this.#now = now;
    database.onCommit(() => {
      this.#commits += 1;
      this.#readAt = Number.NEGATIVE_INFINITY;
      this.#pending = undefined;
    });
  }

  /** The version without a query; undefined when the lease has expired. */
  known(): number | undefined {
    return this.#isRecent(this.#readAt) ? this.#version : undefined;
  }

  /**
   * The version, read from the database if the lease has expired. Simultaneous calls share one
   * query. Throws the errors of the database.
   */
  async current(): Promise<number> {
    const known = this.known();
    if (known !== undefined) return known;
    if (this.#pending !== undefined && this.#isRecent(this.#pending.startedAt)) {
      return this.#pending.version;
    }
    const pending = { startedAt: this.#now(), version: this.refresh() };
    this.#pending = pending;
    try {
      return await pending.version;
    } finally {
      if (this.#pending === pending) this.#pending = undefined;
    }
  }

  /** Always queries the database, for a client that may have written through another process. */
  async refresh(): Promise<number> {
    const startedAt = this.#now();
    const commits = this.#commits;
    const { version } = await this.#database.read
      .selectFrom("site_version")
      .select("version")
      .executeTakeFirstOrThrow();
    if (commits === this.#commits && startedAt >= this.#readAt) {
      this.#version = version;
      this.#readAt = startedAt;
    }
    return version;
  }

  #isRecent(at: number): boolean {
    return this.#now() - at < leaseMs;
  }
}
