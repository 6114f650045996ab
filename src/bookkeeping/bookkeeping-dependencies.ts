import type { Database, Queries } from "#platform/database/database.ts";
import type { Clock } from "#platform/time/clock.ts";

export interface BookDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly readTimeZone: (queries: Queries) => Promise<string>;
}
