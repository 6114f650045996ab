import type { NewsFacts } from "#conversation/news/news-texts.server.ts";
import { addOrderNews } from "#conversation/news/order-news.server.ts";
import { withdrawAskingForAnswer } from "#conversation/news/withdraw-news.server.ts";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { namesOfPeople } from "#orders/customer-names.ts";
import { lockCustomerOrder } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { settledPoints } from "#orders/placing/promised-points.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { bodyHashOf, withIdempotencyKey } from "#platform/idempotency.ts";
import { scheduleJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import type { LockActorAccount } from "#policy/personal-data.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import { type AcceptanceEventRow, acceptanceEventsOf } from "#stages/acceptance-events.server.ts";
import { acceptanceStateOf, roundInWords, stageOf } from "#stages/delivery-stage.ts";
import { addOrderEvent } from "../status/order-events.server.ts";
import { changesForm } from "./delivery-form.ts";
import {
  addAcceptanceEvent,
  cancelDeliveryJobs,
  orderCompleteJob,
} from "./delivery-record.server.ts";

export interface AnswerDependencies extends EmailingDependencies {
  readonly lockActorAccount: LockActorAccount;
}

/**
 * Author of an answer. Stored instead of an email address, because append-only tables keep the
 * author after the account is deleted.
 */
export const customer = "customer";

/**
 * Accepts a delivery of the customer's own order. A delivery that was accepted already stays
 * accepted. Throws "unauthenticated", "not-found" (also for another customer's order), and
 * "conflict" when the delivery is not under review any more.
 */
export async function acceptDelivery(
  { database, clock, lockActorAccount }: AnswerDependencies,
  actor: Actor,
  orderId: string,
  number: number,
): Promise<Order> {
  requireRight(actor, "answer deliveries");
  const { accountId } = requireSignedIn(actor);
  return database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const { order, events } = await lockOwnOrder(tx, actor, orderId);
    if (answerTo(events, number)?.kind === "accepted") return order;
    await requireUnderReview(tx, order, events, number);
    const at = clock();
    const by = { author: customer, accountId };
    await storeAcceptance(tx, order, { number, way: "by-hand", ...by, at });
    await withdrawAskingForAnswer(tx, order, at);
    const facts = [["Delivery", String(number)], await personFact(tx, order, accountId)] as const;
    await addOrderNews(tx, order, { name: "deliveryAcceptedOwner", facts, at });
    return order;
  });
}

interface Acceptance {
  readonly number: number;
  readonly way: "by-hand" | "by-time";
  readonly author: string;
  /** Null for an acceptance by time. */
  readonly accountId: string | null;
  readonly at: number;
}

export async function storeAcceptance(
  tx: WriteTransaction,
  { id }: Order,
  { accountId, ...acceptance }: Acceptance,
): Promise<void> {
  await addAcceptanceEvent(tx, id, { kind: "accepted", ...acceptance, account_id: accountId });
  await cancelDeliveryJobs(tx, id, acceptance.number);
  await scheduleJob(tx, { kind: orderCompleteJob, subject: id, dueAt: acceptance.at });
}

/** Names the person who accepted, without the email address for readers who may not see it. */
async function personFact(
  tx: WriteTransaction,
  order: Order,
  accountId: string,
): Promise<NewsFacts[number]> {
  const full = await namesOfPeople(tx, order, [accountId], true);
  const short = await namesOfPeople(tx, order, [accountId], false);
  return ["Accepted by", full(accountId), short(accountId)];
}

/**
 * Asks for changes to a delivery of the customer's own order, which becomes Pending again. Input:
 * `changesForm`. A repeated call with the same key returns the first result. Throws
 * "unauthenticated", "invalid", "not-found" (also for another customer's order), "key-reused", and
 * "conflict" when the delivery is not under review any more.
 */
export async function askForChanges(
  { database, clock, lockActorAccount }: AnswerDependencies,
  actor: Actor,
  orderId: string,
  number: number,
  input: unknown,
): Promise<{ readonly round: number }> {
  requireRight(actor, "answer deliveries");
  const { accountId } = requireSignedIn(actor);
  const { key, ...form } = parseOrThrow(changesForm, input);
  return database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const at = clock();
    const bodyHash = bodyHashOf({ ...form, orderId, number });
    return withIdempotencyKey(tx, { key, accountId, bodyHash, now: at }, async () => {
      const { order, events } = await lockOwnOrder(tx, actor, orderId);
      await requireUnderReview(tx, order, events, number);
      const positions = await knownPositions(tx, order, form.points);
      const changeId = await storePending(tx, actor, order, at);
      await addAcceptanceEvent(tx, order.id, {
        kind: "changes-asked",
        number,
        author: customer,
        at,
        order_event_id: changeId,
        account_id: accountId,
        text: form.text,
        positions: JSON.stringify(positions),
      });
      await cancelDeliveryJobs(tx, order.id, number);
      await withdrawAskingForAnswer(tx, order, at);
      const round = events.filter(({ kind }) => kind === "changes-asked").length + 1;
      const counted = roundInWords(round, order.includedRounds);
      const facts = factsOf(number, counted, positions, form.text);
      await addOrderNews(tx, order, { name: "changesAskedOwner", facts, at });
      return { round };
    });
  });
}

/** Sets a delivered order to Pending for its customer, and returns the id of the order event. */
export async function storePending(
  tx: WriteTransaction,
  actor: Actor,
  { id }: Order,
  at: number,
): Promise<string> {
  const orderStatus = "Pending";
  await tx.updateTable("orders").set({ order_status: orderStatus }).where("id", "=", id).execute();
  return addOrderEvent(tx, actor, id, { orderStatus }, at, customer);
}

const longestInEmail = 500;

export function shortenedForEmail(text: string): string {
  return text.length > longestInEmail ? `${text.slice(0, longestInEmail)}…` : text;
}

function factsOf(number: number, round: string, positions: readonly number[], text: string) {
  return [
    ["Delivery", String(number)],
    ["Round of changes", round],
    ...(positions.length === 0 ? [] : [["Points", positions.join(", ")] as const]),
    ["Changes", shortenedForEmail(text)],
  ] as const;
}

async function knownPositions(
  tx: WriteTransaction,
  order: Order,
  positions: readonly number[],
): Promise<readonly number[]> {
  const known = new Set((await settledPoints(tx, order)).map(({ position }) => position));
  const unknown = positions.find((position) => !known.has(position));
  if (unknown !== undefined) {
    const message = `Point ${unknown} is not promised by this order.`;
    throw new AppError("invalid", message, { issues: [{ path: "points", message }] });
  }
  return [...new Set(positions)].sort((one, other) => one - other);
}

/** Throws "not-found", also for another company's order. */
export async function lockOwnOrder(tx: WriteTransaction, actor: Actor, orderId: string) {
  const order = await lockCustomerOrder(tx, actor, "orders", orderId);
  return { order, events: await acceptanceEventsOf(tx, order.id) };
}

function answerTo(
  events: readonly AcceptanceEventRow[],
  number: number,
): AcceptanceEventRow | undefined {
  return events.find((event) => event.once === "answer" && event.number === number);
}

/** Throws "not-found" for an unknown delivery, and "conflict" with what happened to it since. */
async function requireUnderReview(
  tx: WriteTransaction,
  order: Order,
  events: readonly AcceptanceEventRow[],
  number: number,
): Promise<void> {
  if (!events.some((event) => event.number === number)) {
    // An undone delivery has no events, and its customer may have seen it on an open page.
    const undone = await tx
      .selectFrom("undone_order_changes")
      .select("order_event_id")
      .where("order_id", "=", order.id)
      .where("delivery_number", "=", number)
      .executeTakeFirst();
    throw undone === undefined
      ? new AppError("not-found", "There is no such delivery.")
      : new AppError("conflict", wasWithdrawn);
  }
  const stage = stageOf(order, events);
  if (stage === "in-review" && acceptanceStateOf(events).number === number) return;
  throw new AppError("conflict", reasonAgainstAnswer(stage, events, number));
}

const wasWithdrawn = "We have withdrawn this delivery and are working on a new one.";

function reasonAgainstAnswer(
  stage: ReturnType<typeof stageOf>,
  events: readonly AcceptanceEventRow[],
  number: number,
): string {
  const answer = answerTo(events, number);
  if (answer?.kind === "changes-asked") {
    return "You have already asked for changes to this delivery. We are working on them.";
  }
  if (answer?.way === "by-time") {
    return "This delivery was accepted automatically, because there was no answer in time. Write to us if something is not right.";
  }
  if (answer?.kind === "accepted") {
    return "You have already accepted this delivery. Write to us if something is not right.";
  }
  if (stage === "unpaid") return "This order is not paid yet.";
  if (stage === "cancelled") {
    return "The order was cancelled or refunded, so this delivery can no longer be answered.";
  }
  return wasWithdrawn;
}
