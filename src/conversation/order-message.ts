import { z } from "zod";
import { withPresentCompany } from "../companies/company-people.server.ts";
import { isOwn, roomNotFound } from "../orders/find-order.ts";
import type { Order } from "../orders/order.ts";
import { lockOrder, selectOrder } from "../orders/order-store.server.ts";
import type { Queries, WriteTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { longestMessage } from "../platform/texts/message-length.ts";
import { isPlainText, trimmed } from "../platform/texts/plain-text.ts";
import type { Actor } from "../policy/actor.ts";
import { mayInEveryRoom, mayInRoom, requireRoomRight, requireSignedIn } from "../policy/rights.ts";
import type { OrderMessageRow, Side } from "./order-message-tables.server.ts";

/** Time after sending in which the author can change a message. */
export const editMs = 15 * 60_000;

export const messageText = z
  .string("Write a message.")
  // Browsers send the line ends of a form as CR LF.
  .transform((text) => trimmed(text.replace(/\r\n?/g, "\n")))
  .pipe(
    z
      .string()
      .min(1, "Write a message.")
      .max(longestMessage, {
        error: () => `A message has at most ${longestMessage.toLocaleString("en-US")} characters.`,
      })
      .refine(isPlainText, "The message has characters that cannot be shown."),
  );

export interface OrderMessage {
  readonly id: string;
  /** Position in the conversation of the order, from 1. */
  readonly number: number;
  readonly side: Side;
  /** Email address of the author if author and reader are of the team; "" otherwise. */
  readonly author: string;
  readonly accountId: string;
  readonly text: string;
  readonly createdAt: number;
  readonly editedAt: number | null;
}

/** An order whose messages the actor may read, and the side for which the actor writes. */
export interface OrderRoom {
  readonly order: Order;
  readonly side: Side;
  /** Why no message can be written, as a sentence; null while messages can be written. */
  readonly closedBecause: string | null;
}

/**
 * Admits an actor to the room of an order: a person of the order's company who sees orders, the
 * assignee, or an actor who may see all rooms. Without `side`, an actor writes as the customer of
 * their own orders and as the team about all others. Throws "unauthenticated" for visitors,
 * "not-found" for everybody else, and "forbidden" for a customer who asks for the side of the team.
 */
export async function enterRoom(
  queries: Queries,
  actor: Actor,
  orderId: string,
  side?: Side,
): Promise<OrderRoom> {
  return roomOf(await selectOrder(queries, orderId), actor, side);
}

/**
 * Like `enterRoom`, but locks the order, so that only one transaction at a time writes to its room.
 */
export async function enterLockedRoom(
  tx: WriteTransaction,
  actor: Actor,
  orderId: string,
  side?: Side,
): Promise<OrderRoom> {
  const order = await lockOrder(tx, orderId);
  // The person may have been removed from the company since the request began.
  return roomOf(order, await withPresentCompany(tx, actor), side);
}

function roomOf(order: Order | undefined, actor: Actor, asked: Side | undefined): OrderRoom {
  if (asked === "team") requireRoomRight(actor, "write order messages");
  if (!mayInEveryRoom(actor, "see order rooms")) requireSignedIn(actor);
  if (order === undefined) throw roomNotFound(actor);
  const isTheirs = isOwn(actor, order, "orders");
  const isOfTeam = mayInRoom(actor, "see order rooms", order);
  const mayEnter =
    asked === undefined ? isTheirs || isOfTeam : asked === "team" ? isOfTeam : isTheirs;
  if (!mayEnter) throw roomNotFound(actor);
  return {
    order,
    side: asked ?? (isTheirs ? "customer" : "team"),
    closedBecause: closedBecause(order),
  };
}

/**
 * Why no message can be written about an order, as a sentence; null while messages can be written.
 */
export function closedBecause({ paymentStatus, customerEmail }: Order): string | null {
  if (paymentStatus === "Refunded") {
    return "This order was refunded, so no more messages can be written.";
  }
  if (paymentStatus !== "Paid") return "Messages can be written once the order is paid.";
  return customerEmail === ""
    ? "The customer has deleted the account, so no more messages can be written."
    : null;
}

export function requireOpen({ closedBecause: reason }: OrderRoom): void {
  if (reason !== null) throw new AppError("conflict", reason);
}

export function otherSide(side: Side): Side {
  return side === "customer" ? "team" : "customer";
}

export function asMessage(row: OrderMessageRow, reader: Side): OrderMessage {
  return {
    id: row.id,
    number: row.number,
    side: row.side,
    author: reader === "team" && row.side === "team" ? row.author : "",
    accountId: row.account_id,
    text: row.text,
    createdAt: row.created_at,
    editedAt: row.edited_at,
  };
}

/** Changes with every edit of a message. */
export function versionOf({ createdAt, editedAt }: OrderMessage): number {
  return editedAt ?? createdAt;
}
