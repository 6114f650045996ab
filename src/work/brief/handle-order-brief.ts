import { z } from "zod";
import { lockTeamOrder } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRoomRight } from "#policy/rights.ts";
import {
  addBriefEvent,
  briefVersion,
  changedAnswers,
  eventOf,
  readBrief,
  type StoredBrief,
} from "./brief-record.server.ts";
import { type BriefDependencies, endBrief } from "./end-brief.server.ts";
import { type OrderBrief, shownBrief } from "./read-order-brief.ts";
import { noBrief } from "./save-order-brief.ts";

interface HandleDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export const acknowledgeForm = z.strictObject({
  version: z
    .string("The version of the answers is missing.")
    .meta({ description: "Version of the answers that you have read" }),
});

/**
 * Acknowledges the customer's changes since the brief was sent. Input: `{ version }` with the
 * version of the answers that the actor saw. Does nothing without changes. Throws "forbidden",
 * "invalid", "not-found", and "conflict" when the customer has changed more meanwhile.
 */
export async function acknowledgeBrief(
  dependencies: HandleDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<OrderBrief> {
  requireRoomRight(actor, "handle briefs");
  const { version } = parseOrThrow(acknowledgeForm, input);
  return handleBrief(dependencies, actor, orderId, async (tx, order, brief, at) => {
    const changes = changedAnswers(brief);
    if (changes.length === 0) return;
    if (version !== briefVersion(brief)) {
      throw new AppError(
        "conflict",
        "The customer has since changed more answers. Read them, then acknowledge again.",
      );
    }
    await tx
      .updateTable("order_brief_answers")
      .set((set) => ({ acknowledged: set.ref("value") }))
      .where("order_id", "=", order.id)
      .execute();
    await tx
      .updateTable("order_briefs")
      .set({ changed_at: null })
      .where("order_id", "=", order.id)
      .execute();
    await addBriefEvent(tx, order.id, { kind: "acknowledged", author: authorOf(actor), at });
    await auditBrief(tx, actor, order, {
      action: "Acknowledge changed brief",
      after: { changes: changes.length },
      at,
    });
  });
}

/**
 * Begins the work without the brief. Does nothing if the brief was skipped already. Throws
 * "forbidden", "not-found", and "conflict" for a brief that was sent, and for an order that is not
 * paid or has a delivery.
 */
export async function skipBrief(
  dependencies: HandleDependencies & BriefDependencies,
  actor: Actor,
  orderId: string,
): Promise<OrderBrief> {
  requireRoomRight(actor, "handle briefs");
  return handleBrief(dependencies, actor, orderId, async (tx, order, brief, at) => {
    if (eventOf(brief.events, "skipped")) return;
    if (eventOf(brief.events, "sent")) {
      const reason = "The customer has since sent the brief. Reload the page to read it.";
      throw new AppError("conflict", reason);
    }
    if (brief.stage !== "awaiting-brief") {
      throw new AppError("conflict", "This order is no longer waiting for a brief.");
    }
    await endBrief(tx, dependencies, order, { kind: "skipped", author: authorOf(actor), at });
    await auditBrief(tx, actor, order, { action: "Skip brief", after: { stage: "in-work" }, at });
  });
}

/**
 * Records that the work on an order with a sent brief has begun. Does nothing if it was recorded
 * already. Throws "forbidden", "not-found", and "conflict" for an order that is not ready.
 */
export async function startWork(
  dependencies: HandleDependencies,
  actor: Actor,
  orderId: string,
): Promise<OrderBrief> {
  requireRoomRight(actor, "handle briefs");
  return handleBrief(dependencies, actor, orderId, async (tx, order, brief, at) => {
    if (eventOf(brief.events, "work-started")) return;
    if (brief.stage !== "ready") {
      const reason =
        brief.stage === "awaiting-brief"
          ? "The customer has not sent the brief yet. To begin without it, skip the brief."
          : "The work on this order has already begun, or is no longer wanted.";
      throw new AppError("conflict", reason);
    }
    await addBriefEvent(tx, order.id, { kind: "work-started", author: authorOf(actor), at });
    await auditBrief(tx, actor, order, { action: "Start work", after: { stage: "in-work" }, at });
  });
}

type Handling = (
  tx: WriteTransaction,
  order: Order,
  brief: StoredBrief,
  at: number,
) => Promise<void>;

/** Locks the order, so that actions of the team and of the customer run one after the other. */
async function handleBrief(
  { database, clock }: HandleDependencies,
  actor: Actor,
  orderId: string,
  handle: Handling,
): Promise<OrderBrief> {
  return database.write(async (tx) => {
    const order = await lockTeamOrder(tx, actor, "handle briefs", orderId);
    const brief = await readBrief(tx, order);
    if (brief === undefined) throw noBrief();
    await handle(tx, order, brief, clock());
    return shownBrief(order, (await readBrief(tx, order)) ?? brief);
  });
}

interface Handled {
  readonly action: string;
  readonly after: Readonly<Record<string, string | number>>;
  readonly at: number;
}

/** The audit log is never deleted, so it does not contain the answers. */
async function auditBrief(
  tx: WriteTransaction,
  actor: Actor,
  { id, number }: Order,
  handled: Handled,
): Promise<void> {
  const subject = { subject: "order", subjectId: id, label: `Order ${number}` };
  await audit(tx, actor, { ...subject, ...handled, before: null });
}
