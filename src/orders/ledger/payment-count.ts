import { attemptsOf } from "../../payments/attempts/payment-attempt-store.server.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { findOrder } from "../find-order.ts";
import { ledgerOfOrder } from "./order-ledger.server.ts";

export interface TimesPaid {
  readonly timesSentToPay: number;
  readonly timesPaid: number;
}

/** Numbers of attempts and payments of an order. Throws "unauthenticated" and "not-found". */
export async function timesPaid(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<TimesPaid> {
  const { id } = await findOrder({ database }, actor, orderId);
  const [attempts, ledger] = await Promise.all([
    attemptsOf(database.read, id),
    ledgerOfOrder(database.read, id),
  ]);
  const payments = ledger.filter(({ kind }) => kind === "payment");
  return { timesSentToPay: attempts.length, timesPaid: payments.length };
}
