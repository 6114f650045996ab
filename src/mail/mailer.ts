import type { WriteTransaction } from "../platform/database/database.ts";
import type { LimitedDependencies } from "../platform/rate-limit.ts";

/** Dependencies of operations that queue emails. */
export interface Post extends LimitedDependencies {
  /** Origin of the site, for links. */
  readonly publicUrl: string;
  /** Recipient of emails about orders and messages that the environment gives; see `settings/`. */
  readonly ownerEmail: string | undefined;
  /** Whether an account has confirmed an address, so that its owner reads emails to it. */
  readonly isConfirmed: (tx: WriteTransaction, email: string) => Promise<boolean>;
}
