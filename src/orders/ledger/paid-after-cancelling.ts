import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { findOrder } from "../find-order.ts";
import { keptPayments } from "./undecided-payments.server.ts";

export interface PaidAfterCancelling {
  readonly amountCents: number;
  /** Somebody has decided to give it back, and it has not gone yet. */
  readonly isGoingBack: boolean;
}

/**
 * The payment that made an order Paid which its customer had cancelled, as long as nobody has
 * decided that it is wanted after all; else null. Throws "unauthenticated" and "not-found".
 */
export async function paidAfterCancelling(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<PaidAfterCancelling | null> {
  const order = await findOrder({ database }, actor, orderId);
  if (order.paymentStatus !== "Paid") return null;
  const { ledger, kept } = await keptPayments(database.read, order.id);
  if (!ledger.some(({ kind }) => kind === "cancellation")) return null;
  // Only an UnPaid order can be cancelled, so the first payment of one came after that.
  const first = ledger.find(({ kind }) => kind === "payment");
  const undecided = kept.find(({ payment }) => payment === first);
  if (undecided?.question === undefined) return null;
  return {
    amountCents: undecided.payment.amountCents,
    isGoingBack: undecided.question === "refunded",
  };
}
