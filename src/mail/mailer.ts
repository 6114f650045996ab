import type { WriteTransaction } from "../platform/database/database.ts";
import type { LimitedDependencies } from "../platform/rate-limit.ts";

/** What every operation that sends a letter works with. */
export interface Post extends LimitedDependencies {
  /** The site's own origin, for links. */
  readonly publicUrl: string;
  /** Who is told of orders and messages; undefined when nobody is to be. */
  readonly ownerEmail: string | undefined;
  /** Whether an address is known to be that of an account: whoever has it can read what comes there. */
  readonly isConfirmed: (tx: WriteTransaction, email: string) => Promise<boolean>;
}
