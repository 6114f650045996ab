import type { PaymentProgress } from "#money/paying/payment-progress.ts";
import type { CustomerRoom } from "../room-parts.server.ts";

interface RoomStage {
  readonly name: string;
  /** "stopped" is the end of a cancelled or refunded order; "waiting" a stage that stands still. */
  readonly state: "done" | "current" | "waiting" | "stopped" | "later";
}

export interface RoomStages {
  readonly stages: readonly RoomStage[];
  /** State of the current stage in a few words; "" where its name says enough. */
  readonly now: string;
}

export type StagedRoom = Pick<CustomerRoom, "order"> & {
  readonly payment: {
    readonly progress: Pick<PaymentProgress, "state"> | null;
    readonly questions: { readonly afterCancelling: string };
  };
  readonly brief?: { readonly isSent: boolean; readonly isSkipped: boolean } | null | undefined;
  readonly clock?: Pick<NonNullable<CustomerRoom["clock"]>, "stage"> | null | undefined;
  readonly deliveries?: StagedDeliveries | undefined;
};

interface StagedDeliveries {
  readonly stage: NonNullable<CustomerRoom["deliveries"]>["stage"];
  /** Newest first. */
  readonly deliveries: readonly {
    readonly answer: { readonly kind: "accepted" | "changes-asked" } | null;
    readonly reopening: object | null;
  }[];
}

/** The stages of an order from the payment to its end, for the customer's page. */
export function roomStages(room: StagedRoom): RoomStages {
  const { order, payment, deliveries } = room;
  switch (order.paymentStatus) {
    case "UnPaid":
      return {
        stages: line(
          ["Payment", ...withQuestions(room), "Work", "Review", "Complete"],
          "Payment",
          stateOfPayment(payment.progress),
        ),
        now: wordsOfPayment(payment.progress),
      };
    case "Cancelled":
      return {
        stages: [
          { name: "Ordered", state: "done" },
          { name: "Cancelled", state: "stopped" },
        ],
        now: "",
      };
    case "Refunded":
      return { stages: ended(room), now: "" };
    case "Paid":
      if (payment.questions.afterCancelling !== "") {
        return {
          stages: [
            { name: "Ordered", state: "done" },
            { name: "Cancelled", state: "done" },
            { name: "Paid", state: "waiting" },
          ],
          now: "The payment arrived after the cancellation. We are checking it.",
        };
      }
      return deliveries === undefined ? forPayer : atWork(room, deliveries);
  }
}

/** For somebody of the company who sees payments, but not the room. */
const forPayer: RoomStages = {
  stages: [
    { name: "Ordered", state: "done" },
    { name: "Paid", state: "done" },
  ],
  now: "",
};

function atWork(room: StagedRoom, deliveries: StagedDeliveries): RoomStages {
  const names = ["Paid", ...withQuestions(room), "Work", "Review", "Complete"];
  const stage = room.clock?.stage ?? deliveries.stage;
  switch (stage) {
    case "awaiting-brief":
      return { stages: line(names, "Questions"), now: "" };
    case "ready":
      return { stages: line(names, "Work"), now: "Begins soon." };
    case "waiting-for-customer":
      return { stages: line(names, "Work", "waiting"), now: "On hold." };
    case "in-review":
      return { stages: line(names, "Review"), now: "" };
    case "accepted":
      return { stages: names.map((name) => ({ name, state: "done" })), now: "" };
    default:
      return { stages: line(names, "Work"), now: wordsOfWork(deliveries.deliveries[0]) };
  }
}

function wordsOfWork(last: StagedDeliveries["deliveries"][number] | undefined): string {
  if (last?.reopening) return "Reopened: we are working on it again.";
  if (last?.answer?.kind === "changes-asked") return "We are making the changes you asked for.";
  return "";
}

/** An unpaid order has no brief yet, and most plans have questions. */
function withQuestions({ order, brief }: StagedRoom): readonly string[] {
  if (order.paymentStatus === "UnPaid") return ["Questions"];
  return brief && (brief.isSent || !brief.isSkipped) ? ["Questions"] : [];
}

function line(
  names: readonly string[],
  current: string,
  state: RoomStage["state"] = "current",
): readonly RoomStage[] {
  const here = names.indexOf(current);
  return names.map((name, index) => ({
    name,
    state: index < here ? "done" : index === here ? state : "later",
  }));
}

/** What was reached before the refund. */
function ended({ brief, deliveries }: StagedRoom): readonly RoomStage[] {
  const [last] = deliveries?.deliveries ?? [];
  const reached = [
    "Paid",
    ...(brief?.isSent ? ["Questions"] : []),
    ...(last === undefined ? [] : ["Work"]),
    ...(last?.answer?.kind === "accepted" ? ["Review"] : []),
  ];
  return [
    ...reached.map((name) => ({ name, state: "done" }) as const),
    { name: "Refunded", state: "stopped" },
  ];
}

function stateOfPayment(progress: StagedRoom["payment"]["progress"]): RoomStage["state"] {
  return progress === null || progress.state === "declined" ? "current" : "waiting";
}

function wordsOfPayment(progress: StagedRoom["payment"]["progress"]): string {
  if (progress === null) return "Not paid yet.";
  return {
    pending: "Payment on its way.",
    returned: "Payment on its way.",
    "in-question": "We are checking the payment.",
    declined: "The last payment was declined.",
  }[progress.state];
}
