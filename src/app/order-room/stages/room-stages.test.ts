import { expect, test } from "vitest";
import { roomStages, type StagedRoom } from "./room-stages.ts";

type Given = Omit<StagedRoom, "order" | "payment"> & {
  readonly status?: StagedRoom["order"]["paymentStatus"];
  readonly progress?: StagedRoom["payment"]["progress"];
  readonly afterCancelling?: string;
};

/** The stages as a line such as "Paid+ Work* Review Complete | words". */
function lineOf({ status = "Paid", progress = null, afterCancelling = "", ...parts }: Given) {
  const order = { paymentStatus: status } as StagedRoom["order"];
  const { stages, now } = roomStages({
    order,
    payment: { progress, questions: { afterCancelling } },
    ...parts,
  });
  const marks = { done: "+", current: "*", waiting: "!", stopped: "x", later: "" };
  return [stages.map(({ name, state }) => name + marks[state]).join(" "), now]
    .filter(Boolean)
    .join(" | ");
}

const sent = { isSent: true, isSkipped: false };
const open = { isSent: false, isSkipped: false };
const skipped = { isSent: false, isSkipped: true };
const none = { stage: "in-work", deliveries: [] } as const;
const delivered = (
  stage: "in-work" | "in-review" | "accepted",
  kind?: "accepted" | "changes-asked",
  reopening: object | null = null,
) => ({ stage, deliveries: [{ answer: kind ? { kind } : null, reopening }] });

test.each<[string, Given, string]>([
  ["unpaid", { status: "UnPaid" }, "Payment* Questions Work Review Complete | Not paid yet."],
  [
    "with a payment on its way",
    { status: "UnPaid", progress: { state: "pending" } },
    "Payment! Questions Work Review Complete | Payment on its way.",
  ],
  [
    "with a declined payment",
    { status: "UnPaid", progress: { state: "declined" } },
    "Payment* Questions Work Review Complete | The last payment was declined.",
  ],
  [
    "waiting for the brief",
    { brief: open, clock: { stage: "awaiting-brief" }, deliveries: none },
    "Paid+ Questions* Work Review Complete",
  ],
  [
    "ready",
    { brief: sent, clock: { stage: "ready" }, deliveries: none },
    "Paid+ Questions+ Work* Review Complete | Begins soon.",
  ],
  ["in work, without questions", { brief: null, deliveries: none }, "Paid+ Work* Review Complete"],
  [
    "in work, questions skipped",
    { brief: skipped, deliveries: none },
    "Paid+ Work* Review Complete",
  ],
  [
    "waiting for an answer",
    { brief: sent, clock: { stage: "waiting-for-customer" }, deliveries: none },
    "Paid+ Questions+ Work! Review Complete | On hold.",
  ],
  [
    "in review",
    { brief: sent, clock: { stage: "in-review" }, deliveries: delivered("in-review") },
    "Paid+ Questions+ Work+ Review* Complete",
  ],
  [
    "with changes asked for",
    { brief: sent, deliveries: delivered("in-work", "changes-asked") },
    "Paid+ Questions+ Work* Review Complete | We are making the changes you asked for.",
  ],
  [
    "reopened",
    { brief: sent, deliveries: delivered("in-work", "accepted", {}) },
    "Paid+ Questions+ Work* Review Complete | Reopened: we are working on it again.",
  ],
  [
    "accepted",
    { brief: sent, clock: null, deliveries: delivered("accepted", "accepted") },
    "Paid+ Questions+ Work+ Review+ Complete+",
  ],
  ["cancelled", { status: "Cancelled", deliveries: none }, "Ordered+ Cancelledx"],
  [
    "paid after the cancellation",
    { afterCancelling: "Why", deliveries: none },
    "Ordered+ Cancelled+ Paid! | The payment arrived after the cancellation. We are checking it.",
  ],
  [
    "refunded in review",
    { status: "Refunded", brief: sent, deliveries: delivered("in-review") },
    "Paid+ Questions+ Work+ Refundedx",
  ],
  ["paid, seen by a payer", {}, "Ordered+ Paid+"],
])("an order that is %s", (_, given, line) => {
  expect(lineOf(given)).toBe(line);
});
