import {
  cancelPart,
  decisionPlace,
  deliverPart,
  deliveryPart,
  moneyBackPlace,
  moneyPart,
  notePlace,
} from "#app/order-room/fragments.ts";
import type { PaymentView } from "#app/order-room/money/payment-view.server.ts";
import type { OrderView } from "#app/order-room/order-view.server.ts";

export interface OrderAction {
  readonly label: string;
  /**
   * The effect of the button. `status` sets the order status, `href` opens a page of the provider,
   * `screen` one of the panel, `focus` focuses the element with this id, and `dialog` opens the
   * dialog with this URL fragment.
   */
  readonly by:
    | { readonly status: "Delivered" | "Pending" }
    | { readonly href: string }
    | { readonly screen: string }
    | { readonly focus: string }
    | { readonly dialog: string };
}

interface Circumstances {
  readonly order: Pick<OrderView, "id" | "orderStatus" | "paymentStatus" | "isFree">;
  readonly payments: readonly Pick<
    PaymentView,
    "transactionId" | "date" | "left" | "leftCents" | "wayBack" | "requests"
  >[];
  /** True while a notification about the order waits for a decision. */
  readonly isToDecide: boolean;
  /** True while the customer waits for an answer to a request for money back. */
  readonly isMoneyBackAsked: boolean;
  /** True while a payment that is not in the ledger yet can still arrive. */
  readonly isAwaited: boolean;
  /** The bank transfer that the order waits for; null without one. */
  readonly transfer: object | null;
  readonly providerName: string;
  /** Whether the person may record, refund and review payments, and cancel orders. */
  readonly movesMoney: boolean;
  readonly makesOffers: boolean;
}

interface OrderActions {
  /** The most urgent action; null when nothing is urgent. */
  readonly primary: OrderAction | null;
  readonly others: readonly OrderAction[];
  /** Actions behind "More actions" on every screen, because another action is the usual way. */
  readonly seldom: readonly OrderAction[];
}

export function actionsFor(circumstances: Circumstances): OrderActions {
  const { order, isToDecide, isMoneyBackAsked, isAwaited, transfer, movesMoney } = circumstances;
  const { orderStatus, paymentStatus } = order;
  const awaitsMoney =
    paymentStatus === "UnPaid" || (paymentStatus === "Cancelled" && !order.isFree);
  const isPending = orderStatus === "Pending";
  const isPaid = paymentStatus === "Paid";

  const decide = movesMoney &&
    isToDecide && { label: "Review the payment", by: { focus: decisionPlace } };
  const answer = movesMoney &&
    isMoneyBackAsked && { label: "Answer the refund request", by: { focus: moneyBackPlace } };
  const withoutProof = isPending && deliveryOf(isPaid);
  const duplicate = circumstances.makesOffers && {
    label: "Duplicate as an offer",
    by: { screen: `/admin/offers/new?order=${order.id}` },
  };
  const deliver = isPaid && isPending && { label: "Deliver", by: { dialog: deliveryPart } };
  const record = movesMoney &&
    awaitsMoney && {
      label: transfer === null ? "Record a payment" : "Record the bank transfer",
      by: { dialog: moneyPart("outside-payment", order.id) },
    };
  const wanted =
    decide || answer || deliver || (paymentStatus === "UnPaid" && !isAwaited && record);
  const all = [
    decide,
    answer,
    deliver,
    !isAwaited && record,
    // Before the refunds, because a phone shows the first action beside "More actions".
    { label: "Add a note", by: { focus: notePlace } },
    ...(movesMoney ? refundsOf(circumstances) : []),
    isAwaited && record,
    !isPending && { label: "Mark as Pending", by: { status: "Pending" } as const },
    isCancellable(circumstances) && { label: "Cancel order", by: { dialog: cancelPart } },
  ];
  return {
    primary: wanted || null,
    others: all.filter((action) => action !== false).filter((action) => action !== wanted),
    seldom: [withoutProof, duplicate].filter((action) => action !== false),
  };
}

/** A Paid order without a payment had nothing to pay, so there is nothing to refund. */
export function isCancellable({ order, payments }: Pick<Circumstances, "order" | "payments">) {
  const { paymentStatus } = order;
  return paymentStatus === "UnPaid" || (paymentStatus === "Paid" && payments.length === 0);
}

/** Delivering an order without a payment needs a confirmation. */
function deliveryOf(isPaid: boolean): OrderAction {
  const label = "Mark as delivered without proof";
  return isPaid ? { label, by: { status: "Delivered" } } : { label, by: { dialog: deliverPart } };
}

/** How the payments of the order can be refunded. */
export function refundsOf({
  payments,
  providerName,
}: Pick<Circumstances, "payments" | "providerName">): OrderAction[] {
  const refundable = payments.filter(
    ({ leftCents, requests }) =>
      leftCents > 0 && !requests.some(({ state }) => state === "waiting"),
  );
  return refundable.flatMap(({ transactionId, left, date, wayBack }) => {
    const which = refundable.length === 1 ? "" : ` of the ${left} paid on ${date}`;
    if (wayBack.kind === "elsewhere") return [];
    if (wayBack.kind === "page") {
      return { label: `Refund at ${providerName}${which}`, by: { href: wayBack.page } };
    }
    return wayBack.kind === "call"
      ? { label: `Refund${which}`, by: { dialog: moneyPart("refund", transactionId) } }
      : {
          label: `Record a refund${which}`,
          by: { dialog: moneyPart("outside-refund", transactionId) },
        };
  });
}
