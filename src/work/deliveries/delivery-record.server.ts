import type { Post } from "#mail/mailer.ts";
import type { Order } from "#orders/order.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { cancelJob, scheduleJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { addDays } from "#platform/time/calendar.ts";
import { dayOf, startOfDay } from "#platform/time/dates.ts";
import {
  type AcceptanceEventRow,
  acceptanceEventsOf,
  acceptanceState,
} from "#stages/acceptance-events.server.ts";
import { endQuestions } from "#stages/customer-questions.server.ts";
import { acceptanceStateOf, stageOf } from "#stages/delivery-stage.ts";
import type { DeliveryCheckRow, DeliveryPointRow, DeliveryRow } from "./delivery-tables.server.ts";

/** The customer has this many whole days for an answer. */
export const reviewDays = 7;

/** The customer can reopen an accepted order for this many whole days. */
export const reopenDays = 14;

/** Kinds of scheduled jobs; the subject is the id of the delivery. */
export const reminderJob = "delivery-reminder";
export const acceptanceJob = "delivery-acceptance";

/** Kind of the job that emails the customer after an acceptance; the subject is the order. */
export const orderCompleteJob = "order-complete";

const halfDayMs = 12 * 60 * 60 * 1000;

/**
 * The end of the last day for an answer, in the site's time zone. Adds days instead of hours,
 * because the customer reads a date and may answer until the end of that day, also when the clocks
 * change.
 */
function acceptanceUntilOf(at: number, timeZone: string): number {
  return startOfDay(addDays(dayOf(at, timeZone), reviewDays + 1), timeZone);
}

/** The end of the last day for a reopening, in the site's time zone. */
export function reopenUntilOf(acceptedAt: number, timeZone: string): number {
  return startOfDay(addDays(dayOf(acceptedAt, timeZone), reopenDays + 1), timeZone);
}

/** An instant within the last day for an answer, because the review ends at the next midnight. */
export function lastDayOfAcceptance(reviewUntil: number): number {
  return reviewUntil - 1;
}

/** Noon of the day before the last day for an answer. */
function reminderTime(reviewUntil: number, timeZone: string): number {
  const lastDay = dayOf(lastDayOfAcceptance(reviewUntil), timeZone);
  return startOfDay(lastDay, timeZone) - halfDayMs;
}

/** Oldest first. */
export async function deliveriesOf(
  queries: Queries,
  orderId: string,
): Promise<readonly DeliveryRow[]> {
  return queries
    .selectFrom("order_deliveries")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("number")
    .execute();
}

/** Includes deliveries that were undone; 0 before the first delivery. */
export async function lastDeliveryNumber(queries: Queries, orderId: string): Promise<number> {
  return (await deliveriesOf(queries, orderId)).at(-1)?.number ?? 0;
}

export async function pointsOfDeliveries(
  queries: Queries,
  deliveryIds: readonly string[],
): Promise<readonly DeliveryPointRow[]> {
  if (deliveryIds.length === 0) return [];
  return queries
    .selectFrom("order_delivery_points")
    .selectAll()
    .where("delivery_id", "in", deliveryIds)
    .orderBy("position")
    .execute();
}

export async function checksOfDeliveries(
  queries: Queries,
  deliveryIds: readonly string[],
): Promise<readonly DeliveryCheckRow[]> {
  if (deliveryIds.length === 0) return [];
  return queries
    .selectFrom("order_delivery_checks")
    .selectAll()
    .where("delivery_id", "in", deliveryIds)
    .execute();
}

type NewEvent = Pick<AcceptanceEventRow, "kind" | "number" | "author" | "at"> &
  Partial<Pick<AcceptanceEventRow, "way" | "text" | "positions" | "order_event_id" | "account_id">>;

/** Adds an event, and updates the stored mark of orders in review. Requires a locked order. */
export async function addAcceptanceEvent(
  tx: WriteTransaction,
  orderId: string,
  event: NewEvent,
): Promise<void> {
  await tx
    .insertInto("order_review_events")
    .values({
      way: null,
      text: null,
      positions: null,
      order_event_id: null,
      account_id: null,
      ...event,
      id: newId(),
      order_id: orderId,
      once: onceOf[event.kind],
    })
    .execute();
  await updateAcceptanceMark(tx, orderId);
}

async function updateAcceptanceMark(tx: WriteTransaction, orderId: string): Promise<void> {
  const isInAcceptance = (await acceptanceState(tx, orderId)).stage === "in-review" ? 1 : 0;
  await tx
    .updateTable("orders")
    .set({ in_review: isInAcceptance })
    .where("id", "=", orderId)
    .where("in_review", "<>", isInAcceptance)
    .execute();
}

const onceOf = {
  delivered: "delivery",
  accepted: "answer",
  "changes-asked": "answer",
  reopened: null,
  restored: null,
  "reopened-by-customer": null,
} as const;

export interface NewDelivery {
  readonly text: string;
  readonly points: readonly Omit<DeliveryPointRow, "delivery_id">[];
  readonly checks?: readonly Omit<DeliveryCheckRow, "delivery_id">[] | undefined;
  readonly author: string;
  readonly at: number;
  /** Id of the order event that made the order Delivered. */
  readonly changeId: string;
  readonly timeZone: string;
}

export interface RecordedDelivery {
  readonly number: number;
  readonly reviewUntil: number;
}

/**
 * Records a delivery, which starts the review, and schedules its reminder and its acceptance by
 * time. Requires a locked order.
 */
export async function recordDelivery(
  tx: WriteTransaction,
  orderId: string,
  { text, points, checks = [], author, at, changeId, timeZone }: NewDelivery,
): Promise<RecordedDelivery> {
  const number = (await lastDeliveryNumber(tx, orderId)) + 1;
  const reviewUntil = acceptanceUntilOf(at, timeZone);
  const id = newId();
  await tx
    .insertInto("order_deliveries")
    .values({ id, order_id: orderId, number, text, author, at, review_until: reviewUntil })
    .execute();
  if (points.length > 0) {
    await tx
      .insertInto("order_delivery_points")
      .values(points.map((point) => ({ ...point, delivery_id: id })))
      .execute();
  }
  if (checks.length > 0) {
    await tx
      .insertInto("order_delivery_checks")
      .values(checks.map((check) => ({ ...check, delivery_id: id })))
      .execute();
  }
  const event = { kind: "delivered", number, author, at, order_event_id: changeId } as const;
  await addAcceptanceEvent(tx, orderId, event);
  // Closes open questions, because a question from before the delivery would stop the clock in the
  // next round.
  await endQuestions(tx, orderId, { kind: "closed", message_number: null, author, at, changeId });
  await scheduleDeliveryJobs(tx, id, reviewUntil, timeZone);
  return { number, reviewUntil };
}

async function scheduleDeliveryJobs(
  tx: WriteTransaction,
  subject: string,
  reviewUntil: number,
  timeZone: string,
): Promise<void> {
  const remindAt = reminderTime(reviewUntil, timeZone);
  await scheduleJob(tx, { kind: reminderJob, subject, dueAt: remindAt });
  await scheduleJob(tx, { kind: acceptanceJob, subject, dueAt: reviewUntil });
}

export async function cancelDeliveryJobs(
  tx: WriteTransaction,
  orderId: string,
  number: number,
): Promise<void> {
  const { id: subject } = await deliveryOf(tx, orderId, number);
  await cancelJobsOf(tx, subject);
}

async function cancelJobsOf(tx: WriteTransaction, subject: string): Promise<void> {
  await cancelJob(tx, { kind: reminderJob, subject });
  await cancelJob(tx, { kind: acceptanceJob, subject });
}

function deliveryOf(queries: Queries, orderId: string, number: number) {
  return queries
    .selectFrom("order_deliveries")
    .select(["id", "text", "review_until"])
    .where("order_id", "=", orderId)
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
}

/**
 * Gives the customer the whole time for an answer when an order becomes Paid while a delivery waits
 * for an answer: the order was delivered unpaid, or its refund was reversed. The customer could not
 * answer before, and the jobs may have run without effect. Does nothing for an order without such a
 * delivery. Requires a locked order.
 */
export async function restartAcceptance(
  tx: WriteTransaction,
  post: Pick<Post, "readTimeZone">,
  order: Order,
  at: number,
): Promise<void> {
  const events = await acceptanceEventsOf(tx, order.id);
  if (stageOf(order, events) !== "in-review") return;
  const { id } = await deliveryOf(tx, order.id, acceptanceStateOf(events).number);
  const timeZone = await post.readTimeZone(tx);
  await cancelJobsOf(tx, id);
  await scheduleDeliveryJobs(tx, id, acceptanceUntilOf(at, timeZone), timeZone);
}

/**
 * The time at which a delivery without an answer is accepted. The scheduled job can be later than
 * the time stored with the delivery, because `restartAcceptance` moves only the job.
 */
export async function acceptanceEndOf(
  queries: Queries,
  { id, review_until }: Pick<DeliveryRow, "id" | "review_until">,
): Promise<number> {
  const job = await queries
    .selectFrom("scheduled_jobs")
    .select("scheduled_for")
    .where("kind", "=", acceptanceJob)
    .where("subject", "=", id)
    .executeTakeFirst();
  return job?.scheduled_for ?? review_until;
}

interface Correction {
  readonly author: string;
  readonly at: number;
  readonly changeId: string;
}

/**
 * Records that the team set a delivered order to Pending. Keeps the scheduled jobs, because the
 * team can undo this; the jobs do nothing while the delivery is not under review. Does nothing for
 * an order that was Delivered before deliveries were recorded.
 */
export async function recordReopening(
  tx: WriteTransaction,
  orderId: string,
  { author, at, changeId }: Correction,
): Promise<void> {
  const { stage, number } = await acceptanceState(tx, orderId);
  if (stage === "in-work") return;
  const event = { kind: "reopened", number, author, at, order_event_id: changeId } as const;
  await addAcceptanceEvent(tx, orderId, event);
}

/**
 * Deletes the events that a change of the order status added, so that the order is in its state
 * before the change. Keeps a delivery that has a text or proofs, because a person has typed them;
 * the room shows that delivery as taken back. Requires a locked order.
 */
export async function undoAcceptanceEvents(
  tx: WriteTransaction,
  orderId: string,
  changeId: string,
  at: number,
): Promise<void> {
  const event = await tx
    .selectFrom("order_review_events")
    .select(["kind", "number"])
    .where("order_event_id", "=", changeId)
    .executeTakeFirst();
  const delivered = event?.kind === "delivered" ? event.number : null;
  await tx
    .insertInto("undone_order_changes")
    .values({ order_event_id: changeId, order_id: orderId, delivery_number: delivered, at })
    .execute();
  await tx.deleteFrom("order_question_events").where("order_event_id", "=", changeId).execute();
  await tx.deleteFrom("order_review_events").where("order_event_id", "=", changeId).execute();
  await updateAcceptanceMark(tx, orderId);
  if (event === undefined) return;
  const { id, text, review_until: dueAt } = await deliveryOf(tx, orderId, event.number);
  if (delivered === null) {
    // Schedules the acceptance again, because a job that was due while the order was Pending has
    // run without effect.
    const { stage } = await acceptanceState(tx, orderId);
    if (stage === "in-review") await scheduleJob(tx, { kind: acceptanceJob, subject: id, dueAt });
    return;
  }
  await cancelJobsOf(tx, id);
  const points = await pointsOfDeliveries(tx, [id]);
  if (text !== "" || points.length > 0) return;
  await tx.deleteFrom("order_deliveries").where("id", "=", id).execute();
}
