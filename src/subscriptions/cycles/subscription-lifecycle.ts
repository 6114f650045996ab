import type { Post } from "#mail/mailer.ts";
import type { Order } from "#orders/order.ts";
import type { WriteTransaction } from "#platform/database/database.ts";

/** What follows from changes of a subscription. `lifecycle/` lists the consequences. */
export interface SubscriptionLifecycle {
  /** Makes the order of a period that costs nothing Paid. */
  readonly onNothingDue: (
    tx: WriteTransaction,
    deps: { readonly post: Post },
    order: Order,
  ) => Promise<void>;
  /**
   * Cancels the unpaid order of a period that does not take place. True if the customer has chosen a
   * bank transfer for it. Requires a locked order.
   */
  readonly onCycleWithdrawn: (
    tx: WriteTransaction,
    deps: { readonly post: Post },
    order: Order,
    author: string,
  ) => Promise<boolean>;
}

export interface SubscriptionDependencies {
  readonly post: Post;
  readonly lifecycle: SubscriptionLifecycle;
}
