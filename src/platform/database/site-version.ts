import type { Database } from "./database.ts";

/** For so long an answer of the database holds without asking it again. */
const leaseMs = 500;

/**
 * Which version of the site this process may show. The database counts the changes of what pages
 * are made from (`site-version-tables.server.ts`), and is asked again as soon as this process has
 * written anything, and otherwise when the last answer is older than the lease. So a change is
 * there at the next request to the process that made it, and soon in every other one; and a process
 * that does not reach its database knows of no version at all.
 */
export class SiteVersion {
  readonly #database: Database;
  readonly #now: () => number;
  #version = 0;
  /** When the answer that holds was asked for: it may be as old as that. */
  #askedAt = Number.NEGATIVE_INFINITY;
  #commits = 0;
  #asking: { readonly at: number; readonly answer: Promise<number> } | undefined;

  constructor(database: Database, now: () => number = () => performance.now()) {
    this.#database = database;
    this.#now = now;
    database.onCommit(() => {
      this.#commits += 1;
      this.#askedAt = Number.NEGATIVE_INFINITY;
      this.#asking = undefined;
    });
  }

  /** Without asking; undefined when it has to be asked for. */
  known(): number | undefined {
    return this.#isRecent(this.#askedAt) ? this.#version : undefined;
  }

  /** Asks if it has to, once for all who ask at the same time. Throws what the database throws. */
  async current(): Promise<number> {
    const known = this.known();
    if (known !== undefined) return known;
    if (this.#asking !== undefined && this.#isRecent(this.#asking.at)) return this.#asking.answer;
    const asking = { at: this.#now(), answer: this.ask() };
    this.#asking = asking;
    try {
      return await asking.answer;
    } finally {
      if (this.#asking === asking) this.#asking = undefined;
    }
  }

  /** Asks in any case, for somebody who may have written through another process. */
  async ask(): Promise<number> {
    const askedAt = this.#now();
    const commits = this.#commits;
    const { version } = await this.#database.read
      .selectFrom("site_version")
      .select("version")
      .executeTakeFirstOrThrow();
    if (commits === this.#commits && askedAt >= this.#askedAt) {
      this.#version = version;
      this.#askedAt = askedAt;
    }
    return version;
  }

  #isRecent(at: number): boolean {
    return this.#now() - at < leaseMs;
  }
}
