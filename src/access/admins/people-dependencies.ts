import type { Post } from "../../mail/mailer.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/time/clock.ts";

/** Dependencies of the operations on admins. */
export interface PeopleDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly post: Post;
}
