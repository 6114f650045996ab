import type { Post } from "#mail/mailer.ts";
import type { Order } from "#orders/order.ts";
import type { WriteTransaction } from "#platform/database/database.ts";

/** What follows from changes of a subscription. `lifecycle/` lists the consequences. */
export interface SubscriptionLifecycle {
  /** Cancels the unpaid order of a period that does not take place. Requires a locked order. */
  readonly onCycleWithdrawn: (
    tx: WriteTransaction,
    deps: { readonly post: Post },
    order: Order,
    author: string,
  ) => Promise<void>;
}

export interface SubscriptionDependencies {
  readonly post: Post;
  readonly lifecycle: SubscriptionLifecycle;
}
