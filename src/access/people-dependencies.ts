import type { Post } from "../mail/post.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";

/** What every operation on admins works with. */
export interface PeopleDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly post: Post;
}
