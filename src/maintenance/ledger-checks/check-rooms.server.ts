import type { OrderStatus } from "#orders/order.ts";
import type { Queries } from "#platform/database/database.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
import { type AcceptanceEventKind, acceptanceStateOf } from "#stages/delivery-stage.ts";

type Note = (difference: string) => void;

/**
 * Checks what is stored about the work on each order: numbers without gaps, events in a sequence
 * that the operations can write, and an order status and a mark that agree with the events.
 */
export async function checkRooms(queries: Queries, note: Note): Promise<void> {
  const chunks = rowChunks(
    { after: 0 },
    (order: { number: number }) => order.number,
    (after, size) =>
      queries
        .selectFrom("orders")
        .select(["id", "number", "order_status", "in_review"])
        .where("number", ">", after)
        .orderBy("number")
        .limit(size)
        .execute(),
  );
  for await (const orders of chunks) {
    const ids = orders.map(({ id }) => id);
    const of = await roomsOf(queries, ids);
    for (const order of orders) {
      const room = { ...order, ...of(order.id) };
      for (const difference of differencesOf(room)) note(difference);
    }
  }
}

async function roomsOf(queries: Queries, ids: readonly string[]) {
  const deliveries = await queries
    .selectFrom("order_deliveries")
    .select(["order_id", "number"])
    .where("order_id", "in", ids)
    .orderBy("number")
    .execute();
  const reviews = await queries
    .selectFrom("order_review_events")
    .select(["order_id", "number", "kind"])
    .where("order_id", "in", ids)
    .orderBy("id")
    .execute();
  const undone = await queries
    .selectFrom("undone_order_changes")
    .select(["order_id", "delivery_number"])
    .where("order_id", "in", ids)
    .execute();
  const statuses = await queries
    .selectFrom("order_events")
    .select(["order_id", "order_status"])
    .where("order_id", "in", ids)
    .where("kind", "=", "status")
    .orderBy("id")
    .execute();
  const messages = await queries
    .selectFrom("order_messages")
    .select(({ fn }) => ["order_id", fn.countAll().as("count"), fn.max("number").as("last")])
    .where("order_id", "in", ids)
    .groupBy("order_id")
    .execute();
  const rooms = await queries
    .selectFrom("order_rooms")
    .select(["order_id", "last_number"])
    .where("order_id", "in", ids)
    .execute();
  const questions = await queries
    .selectFrom("order_question_events")
    .select(["order_id", "number", "kind"])
    .where("order_id", "in", ids)
    .orderBy("id")
    .execute();
  const [deliveriesOf, reviewsOf] = [byOrder(deliveries), byOrder(reviews)];
  const undoneOf = byOrder(undone);
  const [statusesOf, questionsOf] = [byOrder(statuses), byOrder(questions)];
  const [messagesOf, roomOf] = [byOrder(messages), byOrder(rooms)];
  return (id: string) => ({
    deliveries: deliveriesOf(id).map(({ number }) => number),
    reviews: reviewsOf(id),
    undone: undoneOf(id).map((change) => change.delivery_number),
    lastStatus: statusesOf(id).at(-1)?.order_status ?? null,
    messages: Number(messagesOf(id)[0]?.count ?? 0),
    lastMessage: Number(messagesOf(id)[0]?.last ?? 0),
    countedMessages: roomOf(id)[0]?.last_number ?? 0,
    questions: questionsOf(id),
  });
}

function byOrder<Row extends { readonly order_id: string }>(rows: readonly Row[]) {
  const found = Map.groupBy(rows, ({ order_id }) => order_id);
  return (id: string): readonly Row[] => found.get(id) ?? [];
}

interface Room extends ReturnType<Awaited<ReturnType<typeof roomsOf>>> {
  readonly number: number;
  readonly order_status: OrderStatus;
  readonly in_review: number;
}

function* differencesOf(room: Room): Generator<string> {
  const { number, order_status: kept, deliveries, reviews, undone, lastStatus } = room;
  const gap = deliveries.findIndex((delivery, index) => delivery !== index + 1);
  if (gap >= 0)
    yield `Order ${number} has no delivery ${gap + 1}, and a delivery ${deliveries[gap]}.`;
  const wrong = firstImpossible(reviews);
  if (wrong !== null) {
    yield `The event "${wrong.kind}" of delivery ${wrong.number} of order ${number} cannot follow the events before it.`;
  }
  const reviewed = reviews.filter(({ kind }) => kind === "delivered").map((event) => event.number);
  for (const delivery of deliveries) {
    // A delivery with proofs stays without its events after it was undone.
    if (reviewed.includes(delivery) || undone.includes(delivery)) continue;
    yield `Order ${number} has no event "delivered" of delivery ${delivery}.`;
  }
  if (reviews.length > 0) {
    const { stage } = acceptanceStateOf(reviews);
    const derived = stage === "in-work" ? "Pending" : "Delivered";
    if (kept !== derived) {
      yield `Order ${number} is kept as ${kept}, and its deliveries make it ${derived}.`;
    }
  }
  const isInAcceptance = acceptanceStateOf(reviews).stage === "in-review";
  if (isInAcceptance !== (room.in_review === 1)) {
    yield isInAcceptance
      ? `Order ${number} is in review by its deliveries, and not marked so.`
      : `Order ${number} is marked as in review, and is not by its deliveries.`;
  }
  if (lastStatus !== null && lastStatus !== kept) {
    yield `Order ${number} is kept as ${kept}, and its last change made it ${lastStatus}.`;
  }
  yield* differencesOfMessages(room);
}

function* differencesOfMessages(room: Room): Generator<string> {
  const { number, messages, lastMessage, countedMessages, questions } = room;
  if (messages !== lastMessage) {
    yield `Order ${number} has ${messages} messages, and the last one has the number ${lastMessage}.`;
  }
  if (lastMessage !== countedMessages) {
    yield `The last message of order ${number} has the number ${lastMessage}, and the counter stands at ${countedMessages}.`;
  }
  const asked = questions.filter(({ kind }) => kind === "asked").map((event) => event.number);
  if (asked.some((question, index) => question !== index + 1)) {
    yield `The questions of order ${number} are numbered ${asked.join(", ")}.`;
  }
  for (const end of questions) {
    if (end.kind === "asked" || asked.includes(end.number)) continue;
    yield `Question ${end.number} of order ${number} has ended, and was never asked.`;
  }
}

interface AcceptanceEvent {
  readonly kind: AcceptanceEventKind;
  readonly number: number;
}

/** The first event that no operation can have written after the preceding events. */
function firstImpossible(events: readonly AcceptanceEvent[]): AcceptanceEvent | null {
  for (const [index, event] of events.entries()) {
    const before = events.slice(0, index);
    const { stage, number } = acceptanceStateOf(before);
    const isPossible: Record<AcceptanceEventKind, boolean> = {
      delivered: stage === "in-work" && event.number > number,
      accepted: stage === "in-review" && event.number === number,
      "changes-asked": stage === "in-review" && event.number === number,
      reopened: stage !== "in-work" && event.number === number,
      "reopened-by-customer":
        stage === "accepted" &&
        event.number === number &&
        !before.some(({ kind }) => kind === "reopened-by-customer"),
      restored: before.at(-1)?.kind === "reopened" && event.number === number,
    };
    if (!isPossible[event.kind]) return event;
  }
  return null;
}
