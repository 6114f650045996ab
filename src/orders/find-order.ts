import { withPresentCompany } from "../companies/company-people.server.ts";
import type { Database, Queries, WriteTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Actor } from "../policy/actor.ts";
import type { CompanyRight } from "../policy/company.ts";
import {
  may,
  mayInAssignedRooms,
  mayInCompany,
  mayInEveryRoom,
  mayInRoom,
  type RoomRight,
  requireRoomRight,
  requireSignedIn,
} from "../policy/rights.ts";
import type { Order } from "./order.ts";
import { lockOrder, selectOrder } from "./order-store.server.ts";

/**
 * Returns an order with its price and its customer's address, for the people of its company who see
 * payments and for actors who may see every order. Throws "unauthenticated" for visitors, and
 * "not-found" for everybody else.
 */
export async function findOrder(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<Order> {
  return findVisibleOrder(database.read, actor, orderId, ["payments"]);
}

/**
 * Returns an order for everybody of its company and for actors who may see every order. The caller
 * must hide prices unless `seesPrice` is true, and the room unless `isOwn` is true for "orders".
 * Throws like `findOrder`.
 */
export async function findCustomerOrder(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<Order> {
  return findVisibleOrder(database.read, actor, orderId, ["orders", "payments"]);
}

async function findVisibleOrder(
  queries: Queries,
  actor: Actor,
  orderId: string,
  rights: readonly CompanyRight[],
): Promise<Order> {
  const seesEvery = may(actor, "see every order");
  if (!seesEvery) requireSignedIn(actor);
  const order = await selectOrder(queries, orderId);
  if (order === undefined) throw orderNotFound();
  if (!seesEvery && !rights.some((right) => isOwn(actor, order, right))) throw orderNotFound();
  return order;
}

/** Whether the actor may see what an order costs and what was paid. */
export function seesPrice(actor: Actor, order: Order): boolean {
  return may(actor, "see every order") || isOwn(actor, order, "payments");
}

/**
 * Locks an order for a person of its company with the right. Reads the membership again, because
 * the person may have been removed since the request began. Throws "not-found".
 */
export async function lockCustomerOrder(
  tx: WriteTransaction,
  actor: Actor,
  right: CompanyRight,
  orderId: string,
): Promise<Order> {
  const order = await lockOrder(tx, orderId);
  const present = await withPresentCompany(tx, actor);
  if (order === undefined || !isOwn(present, order, right)) throw orderNotFound();
  return order;
}

/**
 * Returns an order whose room the actor may see: the people of its company who see orders, the
 * assignee, and actors who may see all rooms. The caller must hide the price and the customer's
 * address from an actor for whom `findOrder` throws. Throws like `findOrder`.
 */
export async function findRoomOrder(
  queries: Queries,
  actor: Actor,
  orderId: string,
): Promise<Order> {
  if (!mayInEveryRoom(actor, "see order rooms")) requireSignedIn(actor);
  const order = await selectOrder(queries, orderId);
  if (order !== undefined && isOwn(actor, order, "orders")) return order;
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

/** Whether the actor belongs to the company of the order and has this right in the company. */
export function isOwn(actor: Actor, order: Order, right: CompanyRight): boolean {
  return mayInCompany(actor, right, order);
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
