import type { DatedLedgerEvent } from "#money/ledger/order-ledger.server.ts";
import { type Order, paymentStatusOf } from "#orders/order.ts";
import type { AcceptanceEventRow } from "#stages/acceptance-events.server.ts";
import { type BriefEvent, phaseOf } from "#stages/brief-phase.ts";
import type { QuestionEventRow } from "#stages/customer-question-tables.server.ts";
import { type Stage, stageOf } from "#stages/delivery-stage.ts";
import { type OrderStage, withQuestions } from "#stages/order-stage.ts";

/** A stage, and the time at which the order entered the stage. */
export interface StageChange {
  readonly at: number;
  readonly stage: OrderStage;
}

interface StageHistory {
  readonly order: Pick<Order, "paymentStatus" | "orderStatus" | "paidAt">;
  readonly reviews: readonly Pick<AcceptanceEventRow, "kind" | "number" | "at">[];
  readonly questions: readonly Pick<QuestionEventRow, "kind" | "number" | "at">[];
  readonly briefs: readonly (BriefEvent & { readonly at: number })[];
  readonly ledger: readonly DatedLedgerEvent[];
}

/**
 * Stages of a Paid order since its payment was known, oldest first. The last element is the present stage.
 * The stage is "cancelled" while the payment was refunded or reversed. Empty for an order that is
 * not Paid or was Delivered before deliveries were recorded.
 */
export function stageChanges({
  order,
  reviews,
  questions,
  briefs,
  ledger,
}: StageHistory): readonly StageChange[] {
  const { paidAt } = order;
  const now: Stage = stageOf(order, reviews, phaseOf(briefs));
  if (order.paymentStatus !== "Paid" || paidAt === null) return [];
  if (reviews.length === 0 && now === "accepted") return [];
  // The team cannot work on an order before its payment is known, whatever the date of the payment.
  const began =
    ledger.find(({ kind, at }) => kind === "payment" && at === paidAt)?.recordedAt ?? paidAt;
  const times = [...reviews, ...questions, ...briefs, ...ledger]
    .map(({ at }) => at)
    .filter((at) => at > began);
  const moments = [...new Set([began, ...times])].sort((one, other) => one - other);
  return moments.map((at) => {
    const wasRefunded = paymentStatusOf(ledger.filter((entry) => entry.at <= at)) === "Refunded";
    const stage = stageOf(
      { paymentStatus: wasRefunded ? "Refunded" : "Paid", orderStatus: "Pending" },
      reviews.filter((event) => event.at <= at),
      phaseOf(briefs.filter((event) => event.at <= at)),
    );
    return {
      at,
      stage: withQuestions(
        stage,
        questions.filter((event) => event.at <= at),
      ),
    };
  });
}
