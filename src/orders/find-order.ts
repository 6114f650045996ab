import type { Database, Queries, WriteTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { type Actor, isSignedIn } from "../policy/actor.ts";
import {
  may,
  mayInAssignedRooms,
  mayInEveryRoom,
  mayInRoom,
  type RoomRight,
  requireRoomRight,
  requireSignedIn,
} from "../policy/rights.ts";
import type { Order } from "./order.ts";
import { lockOrder, selectOrder } from "./order-store.server.ts";

/**
 * Returns an order with its price and its customer's address, for its customer and for whoever may
 * see every order. Throws "unauthenticated" for visitors, and "not-found" for everybody else.
 */
export async function findOrder(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<Order> {
  const seesEvery = may(actor, "see every order");
  if (!seesEvery) requireSignedIn(actor);
  const order = await selectOrder(database.read, orderId);
  if (order === undefined || !(seesEvery || isOwn(actor, order))) throw orderNotFound();
  return order;
}

/**
 * Returns an order whose room the actor may see: its customer, the person who is assigned, and
 * whoever may see all rooms. Do not show the price or the address of the customer to an actor who
 * may not call `findOrder`. Throws like `findOrder`.
 */
export async function findRoomOrder(
  queries: Queries,
  actor: Actor,
  orderId: string,
): Promise<Order> {
  if (!mayInEveryRoom(actor, "see order rooms")) requireSignedIn(actor);
  const order = await selectOrder(queries, orderId);
  if (order !== undefined && isOwn(actor, order)) return order;
  if (order === undefined || !mayInRoom(actor, "see order rooms", order)) throw roomNotFound(actor);
  return order;
}

/**
 * Locks an order for work of the team that needs a right to its room. Throws "unauthenticated",
 * "forbidden", and "not-found" for an order that is assigned to somebody else.
 */
export async function lockTeamOrder(
  tx: WriteTransaction,
  actor: Actor,
  right: RoomRight,
  orderId: string,
): Promise<Order> {
  requireRoomRight(actor, right);
  const order = await lockOrder(tx, orderId);
  if (order === undefined || !mayInRoom(actor, right, order)) throw roomNotFound(actor);
  return order;
}

/** Compares accounts, because an email address can later belong to another account. */
export function isOwn(actor: Actor, order: Order): boolean {
  return isSignedIn(actor) && order.accountId === actor.accountId;
}

/**
 * The same error for an unknown order and for another customer's order, so that the error does not
 * reveal which orders exist.
 */
export function orderNotFound(): AppError {
  return new AppError("not-found", "There is no such order.");
}

/**
 * The error for an order whose room the actor may not see, the same for an unknown order. An actor
 * who sees assigned orders only may have lost the assignment while the page was open.
 */
export function roomNotFound(actor: Actor): AppError {
  return mayInAssignedRooms(actor, "see order rooms")
    ? new AppError("not-found", "This order is not assigned to you.")
    : orderNotFound();
}
