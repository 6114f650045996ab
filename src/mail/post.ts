import type { Clock } from "../platform/clock.ts";

/** What every operation that sends a letter works with. */
export interface Post {
  /** The site's own origin, for links. */
  readonly publicUrl: string;
  /** Who is told of orders and messages; undefined when nobody is to be. */
  readonly ownerEmail: string | undefined;
  readonly clock: Clock;
}
