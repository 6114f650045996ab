import type { OrderStatus, PaymentStatus } from "../orders/order.ts";

/** Stages of an order, the same for the customer and the team. */
export const stages = [
  "unpaid",
  "awaiting-brief",
  "ready",
  "in-work",
  "in-review",
  "accepted",
  "cancelled",
] as const;
export type Stage = (typeof stages)[number];

const acceptanceEventKinds = [
  "delivered",
  "accepted",
  "changes-asked",
  /** The team set a delivered order to Pending again. */
  "reopened",
  /** The team undid the reopening. */
  "restored",
  /** The customer said after the acceptance that something is wrong; once for each order. */
  "reopened-by-customer",
] as const;
export type AcceptanceEventKind = (typeof acceptanceEventKinds)[number];

interface AcceptanceEvent {
  readonly kind: AcceptanceEventKind;
  /** Number of the delivery. */
  readonly number: number;
}

export interface AcceptanceState {
  readonly stage: Extract<Stage, "in-work" | "in-review" | "accepted">;
  /** Number of the last delivery; 0 before the first one. */
  readonly number: number;
}

const beforeDelivery: AcceptanceState = { stage: "in-work", number: 0 };

/** State of a review after its events, oldest first. */
export function acceptanceStateOf(events: readonly AcceptanceEvent[]): AcceptanceState {
  let state = beforeDelivery;
  let beforeReopening = beforeDelivery;
  for (const { kind, number } of events) {
    switch (kind) {
      case "delivered":
        state = { stage: "in-review", number };
        break;
      case "accepted":
        state = { stage: "accepted", number };
        break;
      case "changes-asked":
      case "reopened-by-customer":
        state = { stage: "in-work", number };
        break;
      case "reopened":
        beforeReopening = state;
        state = { stage: "in-work", number };
        break;
      case "restored":
        state = beforeReopening;
        break;
    }
  }
  return state;
}

/**
 * State of the order's brief: "none" for an order without a brief, "closed" once the work has
 * begun.
 */
export type BriefPhase = "none" | "open" | "sent" | "closed";

const stagesBeforeWork = {
  none: "in-work",
  open: "awaiting-brief",
  sent: "ready",
  closed: "in-work",
} as const satisfies Record<BriefPhase, Stage>;

interface StagedOrder {
  readonly paymentStatus: PaymentStatus;
  readonly orderStatus: OrderStatus;
}

/**
 * Derives the stage of an order; only the mark of orders in review is stored. Only an order without
 * deliveries waits for its brief. An order that was Delivered before deliveries were recorded has
 * no events and needs no more work, so its stage is "accepted".
 */
export function stageOf(
  { paymentStatus, orderStatus }: StagedOrder,
  events: readonly AcceptanceEvent[],
  brief: BriefPhase = "none",
): Stage {
  if (paymentStatus === "UnPaid") return "unpaid";
  if (paymentStatus !== "Paid") return "cancelled";
  if (events.length === 0) {
    return orderStatus === "Delivered" ? "accepted" : stagesBeforeWork[brief];
  }
  return acceptanceStateOf(events).stage;
}

/** A round of changes, such as "3, beyond the 2 included rounds". */
export function roundInWords(round: number, included: number): string {
  if (round <= included) return String(round);
  if (included === 0) return `${round}, beyond what the price includes`;
  return `${round}, beyond the ${included} included ${included === 1 ? "round" : "rounds"}`;
}
