import type { Database } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/time/clock.ts";

/** What every operation that changes content works with. */
export interface ContentDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** With which the addresses begin that the site itself needs: no page can be moved there. */
  readonly reservedWords: ReadonlySet<string>;
  /** Where the site itself answers, each in its one spelling: a redirect from there has no effect. */
  readonly ownPaths: ReadonlySet<string>;
  /** The site's own origin. */
  readonly publicUrl: string;
}
