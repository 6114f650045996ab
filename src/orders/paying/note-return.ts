import { attemptsOf, noteReturned } from "../../payments/attempts/payment-attempt-store.server.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Actor } from "../../policy/actor.ts";
import { isOwn } from "../find-order.ts";
import type { Order } from "../order.ts";

interface NoteReturnDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** No provider keeps a checkout open for longer. */
const checkoutIsOpenMs = 24 * 60 * 60 * 1000;

/**
 * Records that the customer returned from the provider, on the last attempt: the provider sends
 * customers back who approved a payment. It proves no payment. Written once for each attempt, and
 * only by the customer.
 */
export async function noteReturn(
  { database, clock }: NoteReturnDependencies,
  actor: Actor,
  order: Order,
): Promise<void> {
  if (!isOwn(actor, order)) return;
  if (order.paymentStatus !== "UnPaid" && order.paymentStatus !== "Cancelled") return;
  const newest = (await attemptsOf(database.read, order.id)).at(-1);
  const now = clock();
  if (newest === undefined || newest.returnedAt !== null) return;
  if (now - newest.createdAt > checkoutIsOpenMs) return;
  await database.write((tx) => noteReturned(tx, newest.id, now));
}
