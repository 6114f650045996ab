import { z } from "zod";
import type { Order } from "#orders/order.ts";
import { asOrder } from "#orders/order-store.server.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRightInEveryRoom } from "#policy/rights.ts";
import { acceptanceEventsOf } from "#stages/acceptance-events.server.ts";
import { questionEventsOf } from "#stages/customer-questions.server.ts";
import { stageOf } from "#stages/delivery-stage.ts";
import { openQuestions, withQuestions } from "#stages/order-stage.ts";
import { asMessage, enterRoom, type OrderMessage, otherSide } from "../order-message.ts";
import type { OrderRoomRow, Side } from "../order-message-tables.server.ts";

const pageSize = 50;
/**
 * Unread messages are counted up to this number, so that a long conversation opens as fast as a
 * short one.
 */
export const mostUnread = 100;

interface ReadDependencies {
  readonly database: Database;
}

export interface OrderConversation {
  readonly order: Order;
  readonly side: Side;
  readonly closedBecause: string | null;
  /** At most 50, oldest first. */
  readonly messages: readonly OrderMessage[];
  /** Value of `before` for the next older messages; null when there are none. */
  readonly olderBefore: number | null;
  /** Number of the last message that the reader's side has read; 0 without one. */
  readonly readThrough: number;
  /** Number of unread messages of the other side, at most `mostUnread`. */
  readonly unread: number;
  readonly lastNumber: number;
  /** True while the customer's last messages have no answer. */
  readonly isWaiting: boolean;
  /** Questions of the team for which the order waits, oldest first. */
  readonly questions: readonly OpenQuestion[];
}

export interface OpenQuestion {
  /** Counts the questions of the order from 1. */
  readonly number: number;
  readonly messageNumber: number;
  readonly text: string;
  readonly askedAt: number;
}

interface ReadOptions {
  /** Only messages before this number; the newest messages by default. */
  readonly before?: number | undefined;
  readonly side?: Side | undefined;
}

/** Marks no message as read. Throws the errors of `enterRoom`. */
export async function readOrderMessages(
  { database: { read } }: ReadDependencies,
  actor: Actor,
  orderId: string,
  { before, side: asked }: ReadOptions = {},
): Promise<OrderConversation> {
  const { order, side, closedBecause } = await enterRoom(read, actor, orderId, asked);
  const room = await read
    .selectFrom("order_rooms")
    .selectAll()
    .where("order_id", "=", order.id)
    .executeTakeFirst();
  const readThrough = room === undefined ? 0 : room[readColumns[side]];
  const rows = await read
    .selectFrom("order_messages")
    .selectAll()
    .where("order_id", "=", order.id)
    .$if(before !== undefined, (query) => query.where("number", "<", before ?? 0))
    .orderBy("number", "desc")
    .limit(pageSize + 1)
    .execute();
  const shown = rows.slice(0, pageSize).toReversed();
  return {
    order,
    side,
    closedBecause,
    messages: shown.map((row) => asMessage(row, side)),
    olderBefore: rows.length > pageSize ? (shown[0]?.number ?? null) : null,
    readThrough,
    unread: await countUnread(read, room, side),
    lastNumber: room?.last_number ?? 0,
    isWaiting: room !== undefined && room.waiting_since !== null,
    questions: room === undefined ? [] : await questionsOf(read, order),
  };
}

async function questionsOf(queries: Queries, order: Order): Promise<readonly OpenQuestion[]> {
  const events = await questionEventsOf(queries, order.id);
  const open = openQuestions(events);
  if (open.length === 0) return [];
  const stage = stageOf(order, await acceptanceEventsOf(queries, order.id));
  if (withQuestions(stage, events) !== "waiting-for-customer") return [];
  const numbers = open.map(({ message_number }) => message_number ?? 0);
  const rows = await queries
    .selectFrom("order_messages")
    .select(["number", "text"])
    .where("order_id", "=", order.id)
    .where("number", "in", numbers)
    .execute();
  const texts = new Map(rows.map(({ number, text }) => [number, text]));
  return open.map(({ number, message_number, at }) => {
    const messageNumber = message_number ?? 0;
    return { number, messageNumber, text: texts.get(messageNumber) ?? "", askedAt: at };
  });
}

const readColumns = { customer: "customer_read", team: "team_read" } as const;

async function countUnread(
  read: Database["read"],
  room: OrderRoomRow | undefined,
  side: Side,
): Promise<number> {
  if (room === undefined || room[readColumns[side]] >= room.last_number) return 0;
  const rows = await read
    .selectFrom("order_messages")
    .select("number")
    .where("order_id", "=", room.order_id)
    .where("number", ">", room[readColumns[side]])
    .where("side", "=", otherSide(side))
    .orderBy("number")
    .limit(mostUnread)
    .execute();
  return rows.length;
}

/**
 * Marks the messages up to a number as read by the actor's side. A mark never goes back. Throws the
 * errors of `enterRoom`.
 */
export async function markOrderMessagesRead(
  { database }: ReadDependencies,
  actor: Actor,
  orderId: string,
  { through, side: asked }: { readonly through: number; readonly side?: Side | undefined },
): Promise<void> {
  const { order, side } = await enterRoom(database.read, actor, orderId, asked);
  const column = readColumns[side];
  await database.write((tx) =>
    tx
      .updateTable("order_rooms")
      .set({ [column]: through })
      .where("order_id", "=", order.id)
      .where(column, "<", through)
      .where("last_number", ">=", through)
      .execute(),
  );
}

export interface WaitingOrder {
  readonly order: Order;
  /** Time of the first message that the team has not answered. */
  readonly since: number;
}

/** Orders whose customer waits for an answer, the longest wait first. Throws "forbidden". */
export async function listWaitingOrders(
  { database: { read } }: ReadDependencies,
  actor: Actor,
  limit: number,
): Promise<readonly WaitingOrder[]> {
  requireRightInEveryRoom(actor, "see order rooms");
  const rooms = await read
    .selectFrom("order_rooms")
    .select(["order_id", "waiting_since"])
    .where("waiting_since", "is not", null)
    .orderBy("waiting_since")
    .orderBy("order_id")
    .limit(limit)
    .execute();
  if (rooms.length === 0) return [];
  const ids = rooms.map(({ order_id }) => order_id);
  const rows = await read.selectFrom("orders").selectAll().where("id", "in", ids).execute();
  const orders = new Map(rows.map((row) => [row.id, asOrder(row)]));
  return rooms.flatMap(({ order_id, waiting_since }) => {
    const order = orders.get(order_id);
    return order === undefined ? [] : [{ order, since: waiting_since ?? 0 }];
  });
}

const wholeNumber = "The number of a message is a whole number.";
const closingInput = z.object({ through: z.coerce.number(wholeNumber).pipe(z.int(wholeNumber)) });

/**
 * Closes a conversation whose last message needs no answer. `through` is the number of the last
 * message that the admin saw; a newer message keeps waiting. Throws "forbidden", "not-found" and
 * "invalid".
 */
export async function closeWithoutAnswer(
  { database, clock }: ReadDependencies & { readonly clock: Clock },
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<void> {
  const { order } = await enterRoom(database.read, actor, orderId, "team");
  const { through } = parseOrThrow(closingInput, input);
  await database.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("order_rooms")
      .set({ waiting_since: null })
      .where("order_id", "=", order.id)
      .where("waiting_since", "is not", null)
      .where("last_number", "=", through)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await audit(tx, actor, {
      action: "Close messages without answer",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}`,
      before: null,
      after: { through },
      at: clock(),
    });
  });
}
