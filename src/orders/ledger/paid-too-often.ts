import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { findOrder } from "../find-order.ts";
import { keptPayments } from "./undecided-payments.server.ts";

export interface PaidTooOften {
  readonly times: number;
  /** What these payments came to. */
  readonly paidCents: number;
  /** What of it is kept beyond the order's price. */
  readonly tooMuchCents: number;
}

/**
 * The payments of an order that was paid more than once, as long as they are kept and nobody has
 * decided that they may be; else null. Throws "unauthenticated" and "not-found".
 */
export async function paidTooOften(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<PaidTooOften | null> {
  const order = await findOrder({ database }, actor, orderId);
  const { kept } = await keptPayments(database.read, order.id);
  const cents = kept.reduce((sum, payment) => sum + payment.keptCents, 0);
  if (kept.length < 2 || cents <= order.priceCents) return null;
  if (kept.every(({ question }) => question === undefined)) return null;
  const paidCents = kept.reduce((sum, { payment }) => sum + payment.amountCents, 0);
  return { times: kept.length, paidCents, tooMuchCents: cents - order.priceCents };
}
