import type { Database } from "./database.ts";

/** The table has exactly one row. */
interface SiteVersionTable {
  /** Raised by each transaction that changes what pages show; on SQLite, by each changed row. */
  version: number;
  /**
   * PostgreSQL only: the last transaction that raised the version, so that each transaction raises
   * the version once. Transaction ids of two servers can coincide, and the row can be moved to
   * another server, so the start time of the server is part of the text.
   */
  raised_by: string;
}

declare module "./tables.ts" {
  interface Tables {
    site_version: SiteVersionTable;
  }
}

/** Time for which a version read from the database stays valid without another query. */
const leaseMs = 500;

/**
 * The site version that this process can show. The process reads the version again after each of
 * its own writes, and otherwise when the last reading is older than the lease. A change therefore
 * appears at the next request to the process that wrote the change, and within the lease in every
 * other process. A process that cannot reach its database has no version to show.
 */
export class SiteVersion {
  readonly #database: Database;
  readonly #now: () => number;
  #version = 0;
  /**
   * Time at which the query that read `#version` started. Other processes can have raised the
   * version since this time.
   */
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

  /** The version from the last query; undefined when the lease has expired. */
  known(): number | undefined {
    return this.#isRecent(this.#readAt) ? this.#version : undefined;
  }

  /**
   * Returns the version from the last query, or queries again when the lease has expired.
   * Simultaneous calls share one query. Throws the errors of the database.
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

  /**
   * Reads the version from the database, even before the lease expires, for a client that possibly
   * wrote through another process.
   */
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
