import type { Order } from "#orders/order.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { addBriefEvent } from "./brief-record.server.ts";

/** What follows from the end of a brief. `lifecycle/` lists the consequences. */
export interface BriefLifecycle {
  /** The customer has sent the brief, or the team begins without it. */
  readonly onBriefEnded: (tx: WriteTransaction, order: Order, at: number) => Promise<void>;
}

export interface BriefDependencies {
  readonly lifecycle: BriefLifecycle;
}

interface End {
  readonly kind: "sent" | "skipped";
  readonly author: string;
  readonly at: number;
}

/** Ends an open brief. Requires a locked order; throws if the brief has ended. */
export async function endBrief(
  tx: WriteTransaction,
  { lifecycle }: BriefDependencies,
  order: Order,
  end: End,
): Promise<void> {
  await addBriefEvent(tx, order.id, end);
  await lifecycle.onBriefEnded(tx, order, end.at);
}
