import { addOrderNews } from "#conversation/news/order-news.server.ts";
import type { Order } from "#orders/order.ts";
import { AppError } from "#platform/errors.ts";
import { bodyHashOf, withIdempotencyKey } from "#platform/idempotency.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import type { AcceptanceEventRow } from "#stages/acceptance-events.server.ts";
import { acceptanceStateOf, stageOf } from "#stages/delivery-stage.ts";
import {
  type AnswerDependencies,
  customer,
  lockOwnOrder,
  shortenedForEmail,
  storePending,
} from "./delivery-answers.ts";
import { reopeningForm } from "./delivery-form.ts";
import { addAcceptanceEvent, reopenDays, reopenUntilOf } from "./delivery-record.server.ts";

/**
 * Reopens the customer's own order after the acceptance of its last delivery, once for each order.
 * The order becomes Pending again. Input: `reopeningForm`. A repeated call with the same key
 * changes nothing. Throws "unauthenticated", "invalid", "not-found", also for another customer's
 * order, "key-reused", and "conflict" when the order cannot be reopened.
 */
export async function reopenOrder(
  { database, clock, post, lockActorAccount }: AnswerDependencies,
  actor: Actor,
  orderId: string,
  number: number,
  input: unknown,
): Promise<void> {
  requireRight(actor, "answer deliveries");
  const { accountId } = requireSignedIn(actor);
  const { key, ...form } = parseOrThrow(reopeningForm, input);
  await database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const at = clock();
    const bodyHash = bodyHashOf({ ...form, reopens: orderId, number });
    return withIdempotencyKey(tx, { key, accountId, bodyHash, now: at }, async () => {
      const { order, events } = await lockOwnOrder(tx, actor, orderId);
      const timeZone = await post.readTimeZone(tx);
      requireReopenable(order, events, number, { timeZone, now: at });
      const changeId = await storePending(tx, actor, order, at);
      await addAcceptanceEvent(tx, order.id, {
        kind: "reopened-by-customer",
        number,
        author: customer,
        at,
        text: form.text,
        order_event_id: changeId,
        account_id: accountId,
      });
      await addOrderNews(tx, order, {
        name: "orderReopenedOwner",
        facts: [
          ["Delivery", String(number)],
          ["What is wrong", shortenedForEmail(form.text)],
        ],
        at,
      });
      return {};
    });
  });
}

interface ReopeningTime {
  readonly timeZone: string;
  readonly now: number;
}

/** End of the last day on which the customer can reopen the order; null if they cannot. */
export function reopenableUntil(
  order: Order,
  events: readonly AcceptanceEventRow[],
  { timeZone, now }: ReopeningTime,
): number | null {
  const { number } = acceptanceStateOf(events);
  const acceptance = events.find((event) => event.number === number && event.kind === "accepted");
  if (stageOf(order, events) !== "accepted" || acceptance === undefined) return null;
  if (events.some(({ kind }) => kind === "reopened-by-customer")) return null;
  const until = reopenUntilOf(acceptance.at, timeZone);
  return now < until ? until : null;
}

/** Throws "conflict" with the reason why the order cannot be reopened. */
function requireReopenable(
  order: Order,
  events: readonly AcceptanceEventRow[],
  number: number,
  time: ReopeningTime,
): void {
  if (!events.some((event) => event.number === number)) {
    throw new AppError("not-found", "There is no such delivery.");
  }
  const isLast = acceptanceStateOf(events).number === number;
  if (isLast && reopenableUntil(order, events, time) !== null) return;
  throw new AppError("conflict", reasonAgainstReopening(order, events, isLast));
}

function reasonAgainstReopening(
  order: Order,
  events: readonly AcceptanceEventRow[],
  isLast: boolean,
): string {
  const stage = stageOf(order, events);
  if (stage === "unpaid") return "This order is not paid yet.";
  if (stage === "cancelled") {
    return "The order was cancelled or refunded, so it can no longer be reopened.";
  }
  if (!isLast) return "There is a newer delivery. Reload the page to see it.";
  if (stage === "in-review") {
    return "This delivery is not accepted. Ask for changes to it instead.";
  }
  if (events.some(({ kind }) => kind === "reopened-by-customer")) {
    return stage === "in-work"
      ? "You have already reopened this order. We are working on it."
      : "This order was already reopened once. Write to us if something is not right.";
  }
  if (stage === "in-work")
    return "We are already working on this order. Write to us if something is not right.";
  return `An order can be reopened for ${reopenDays} days after it is accepted. Write to us if something is not right.`;
}
