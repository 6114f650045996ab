import type { OrderStatus, PaymentStatus } from "../orders/order.ts";
import type { QuestionEventKind } from "./customer-question-tables.server.ts";
import { type Stage, stages } from "./delivery-stage.ts";

/** The stages of `delivery-stage.ts`, and the wait for the customer to answer a question. */
export const orderStages = [...stages, "waiting-for-customer"] as const;
export type OrderStage = (typeof orderStages)[number];

interface QuestionEvent {
  /** Number of the question. */
  readonly number: number;
  readonly kind: QuestionEventKind;
}

/** Events of the questions that have no end yet, oldest first. */
export function openQuestions<Event extends QuestionEvent>(
  events: readonly Event[],
): readonly Event[] {
  const ended = new Set(events.filter(({ kind }) => kind !== "asked").map(({ number }) => number));
  return events.filter(({ kind, number }) => kind === "asked" && !ended.has(number));
}

/** True in the stages in which the team can still need something for its work. */
export function mayAsk(stage: OrderStage): boolean {
  return ["awaiting-brief", "ready", "in-work", "waiting-for-customer"].includes(stage);
}

/**
 * An open question changes the stage only while the order waits for the team. In every other stage,
 * another step comes first.
 */
export function withQuestions(stage: Stage, events: readonly QuestionEvent[]): OrderStage {
  const isStopped = waitsFor[stage] === "team" && openQuestions(events).length > 0;
  return isStopped ? "waiting-for-customer" : stage;
}

/** Who has to act next; the clock of an order runs while it waits for the team. */
export const waitsFor = {
  unpaid: "customer",
  "awaiting-brief": "customer",
  ready: "team",
  "in-work": "team",
  "waiting-for-customer": "customer",
  "in-review": "customer",
  accepted: null,
  cancelled: null,
} as const satisfies Record<OrderStage, "customer" | "team" | null>;

/** Stages that are possible with these statuses; the events of the order decide between them. */
export function stagesWith(payment: PaymentStatus, status: OrderStatus): readonly OrderStage[] {
  if (payment === "UnPaid") return ["unpaid"];
  if (payment !== "Paid") return ["cancelled"];
  return status === "Pending"
    ? ["awaiting-brief", "ready", "in-work", "waiting-for-customer"]
    : ["in-review", "accepted"];
}
