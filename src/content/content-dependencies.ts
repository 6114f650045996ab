import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";

/** What every operation that changes content works with. */
export interface ContentDependencies {
  readonly database: Database;
  readonly clock: Clock;
}
