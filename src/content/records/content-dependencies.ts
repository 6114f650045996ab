import type { Database } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/time/clock.ts";

/** Dependencies of the operations that change content. */
export interface ContentDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** First path segments that the site itself needs; no page can be moved below them. */
  readonly reservedWords: ReadonlySet<string>;
  /** Normalised paths that the site itself serves; redirects from them have no effect. */
  readonly ownPaths: ReadonlySet<string>;
  /** The site's origin. */
  readonly publicUrl: string;
}
