import type { OrderStage } from "#stages/order-stage.ts";

/** Names of the stages in their usual sequence, the same in lists, on the board and in filters. */
export const stageLabels: Readonly<Record<OrderStage, string>> = {
  unpaid: "Not paid",
  "awaiting-brief": "Awaiting brief",
  ready: "Ready",
  "in-work": "In work",
  "waiting-for-customer": "Awaiting answer",
  "in-review": "In review",
  accepted: "Accepted",
  cancelled: "Closed",
};
