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

/** Nobody comes back later from a checkout: no provider keeps one open for so long. */
const checkoutIsOpenMs = 24 * 60 * 60 * 1000;

/**
 * Keeps that the customer has come back from paying their order, by the attempt that they were sent
 * off with last: the provider sends back who has approved a payment. It says nothing of money, and
 * is written once for each attempt, however often the page is opened, and never for anybody else.
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
