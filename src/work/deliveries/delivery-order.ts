import { addOrderFiles, selectOrderFile } from "#conversation/files/order-files.ts";
import type { ReceivedFile } from "#files/private-files.ts";
import { removeFiles } from "#files/receive-file.ts";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { lockTeamOrder, orderNotFound } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { settledPoints } from "#orders/placing/promised-points.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError, type FieldIssue } from "#platform/errors.ts";
import { bodyHashOf, withIdempotencyKey } from "#platform/idempotency.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";
import { requireRoomRight } from "#policy/rights.ts";
import { acceptanceEventsOf } from "#stages/acceptance-events.server.ts";
import { stageOf } from "#stages/delivery-stage.ts";
import { withChecks } from "./delivery-checks.server.ts";
import { type DeliveryForm, deliveryForm } from "./delivery-form.ts";
import { lastDeliveryNumber } from "./delivery-record.server.ts";
import { type DeliveryDependencies, storeDelivery } from "./store-delivery.server.ts";

interface DeliverDependencies extends EmailingDependencies, DeliveryDependencies {}

export interface DeliveredOrder {
  readonly order: Order;
  readonly number: number;
  /** Id for the input of `undoOrderStatuses`. */
  readonly changeId: string;
}

/**
 * Delivers a Paid order with a proof for each promised point. The order becomes Delivered, and the
 * customer gets the same email as after `setOrderStatus`. Input: `deliveryForm`, and the received
 * files that its points name; other files must belong to the order already. A repeated call with
 * the same key returns the first result and removes the files that were received again. Throws
 * "forbidden", "invalid", "not-found", "key-reused", and "conflict" for an order that is not paid
 * or is delivered already, or when the order's files become too large.
 */
export async function deliverOrder(
  deps: DeliverDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
  received: readonly ReceivedFile[] = [],
): Promise<DeliveredOrder> {
  requireRoomRight(actor, "deliver orders");
  const { key, ...form } = parseOrThrow(deliveryForm, input);
  const accountId = isSignedIn(actor) ? actor.accountId : actor.kind;
  return deps.database.write(async (tx) => {
    const at = deps.clock();
    const bodyHash = bodyHashOf({ ...form, orderId, points: comparable(form.points, received) });
    let isRepeated = true;
    const made = await withIdempotencyKey(tx, { key, accountId, bodyHash, now: at }, async () => {
      isRepeated = false;
      const before = await lockTeamOrder(tx, actor, "deliver orders", orderId);
      const events = await acceptanceEventsOf(tx, before.id);
      const last = await lastDeliveryNumber(tx, before.id);
      requireDeliverable(before, stageOf(before, events), last, form);
      const proven = provenPoints(await settledPoints(tx, before), form);
      const points = await withFiles(tx, before.id, proven, received);
      const { points: stored, checks } = await withChecks(tx, before.id, points);
      await addOrderFiles(tx, actor, { order: before, side: "team" }, { files: received, at });
      const { number, changeId } = await storeDelivery(tx, deps, actor, before, {
        action: "Deliver order",
        at,
        details: { delivery: last + 1, text: form.text },
        text: form.text,
        points: stored,
        checks,
      });
      return { number, changeId };
    });
    if (isRepeated) {
      await removeFiles(
        tx,
        received.map(({ id }) => id),
      );
    }
    const order = await selectOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    return { order, ...made };
  });
}

function requireDeliverable(
  order: Order,
  stage: ReturnType<typeof stageOf>,
  last: number,
  { number }: Pick<DeliveryForm, "number">,
): void {
  if (stage === "unpaid") throw conflict("This order is not paid, so it cannot be delivered yet.");
  if (stage === "cancelled") {
    const how = order.paymentStatus === "Refunded" ? "refunded" : "cancelled";
    throw conflict(`This order was ${how}, so nothing can be delivered.`);
  }
  if (stage === "in-review") {
    throw conflict(
      `Delivery ${last} was already sent and is waiting for the customer. Reload the page to see it.`,
    );
  }
  if (stage === "accepted") {
    throw conflict("This order is already delivered. To deliver again, mark it as Pending first.");
  }
  if (number !== undefined && number !== last + 1) {
    throw conflict(
      `There has since been another delivery, so the next one has the number ${last + 1}. Reload the page to see it.`,
    );
  }
}

/** A repeated form uploads its files again, so files are compared by name and content. */
function comparable(points: DeliveryForm["points"], received: readonly ReceivedFile[]) {
  return points.map((point) => {
    const file = received.find(({ id }) => point.kind === "file" && id === point.value);
    return file === undefined ? point : { ...point, value: `${file.name} ${file.contentHash}` };
  });
}

/**
 * Replaces the id of a file by its name. Throws "invalid" for a file that does not belong to the
 * order.
 */
async function withFiles(
  tx: WriteTransaction,
  orderId: string,
  points: ReturnType<typeof provenPoints>,
  received: readonly ReceivedFile[],
) {
  const issues: FieldIssue[] = [];
  const all = [];
  for (const [index, point] of points.entries()) {
    if (point.kind !== "file") {
      all.push({ ...point, file_id: null });
      continue;
    }
    const file =
      received.find(({ id }) => id === point.value) ??
      (await selectOrderFile(tx, orderId, point.value));
    if (file === undefined) {
      const message = `Choose a file for point ${point.position}.`;
      issues.push({ path: `points.${index}.value`, message });
    } else {
      all.push({ ...point, value: file.name, file_id: point.value });
    }
  }
  if (issues.length > 0) {
    throw new AppError("invalid", issues.map(({ message }) => message).join(" "), { issues });
  }
  return all;
}

function conflict(message: string): AppError {
  return new AppError("conflict", message);
}

/** Throws "invalid" unless the form has exactly one proof or explanation for each point. */
function provenPoints(
  promised: Awaited<ReturnType<typeof settledPoints>>,
  { points }: Pick<DeliveryForm, "points">,
) {
  const issues: FieldIssue[] = promised
    .filter(({ position }) => !points.some((point) => point.position === position))
    .map(({ position, point }) => ({
      path: `points.${position}`,
      message: `Point ${position} (“${point}”) needs a proof, or a text that says when it follows.`,
    }));
  const known = new Map(promised.map(({ position, point }) => [position, point]));
  const seen = new Set<number>();
  for (const [index, { position }] of points.entries()) {
    if (!known.has(position) || seen.has(position)) {
      const why = known.has(position) ? "is listed twice" : "is not promised by this order";
      issues.push({ path: `points.${index}.position`, message: `Point ${position} ${why}.` });
    }
    seen.add(position);
  }
  if (issues.length > 0) {
    throw new AppError("invalid", issues.map(({ message }) => message).join(" "), { issues });
  }
  return points.map((point) => ({ ...point, point: known.get(point.position) ?? "" }));
}
