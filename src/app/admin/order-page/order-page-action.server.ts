import type { Services } from "../../../compose.ts";
import { cancelForCustomer } from "../../../orders/cancel-for-customer.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "../../../orders/manual-payments/record-manual-payment.ts";
import { type Refund, requestRefund } from "../../../orders/refunds/refund-payment.ts";
import { setOrderStatus } from "../../../orders/set-order-status.ts";
import { addOrderNote } from "../../../orders/timeline/add-order-note.ts";
import type { Actor } from "../../../policy/actor.ts";

type Fields = Readonly<Record<string, string>>;

/**
 * Executes a form of the order page, by its `intent`, and returns the result. Throws what the
 * operation throws.
 */
export async function changeOrder(
  services: Services,
  actor: Actor,
  orderId: string,
  { intent, ...form }: Fields,
): Promise<string> {
  switch (intent) {
    case "note":
      await addOrderNote(services, actor, orderId, form);
      return "Note is Added";
    case "cancel":
      await cancelForCustomer(services, actor, orderId);
      return "Order is Cancelled";
    case "refund":
      return saidOf(await requestRefund(services, actor, orderId, form));
    case "outside-payment":
      await recordManualPayment(services, actor, orderId, form);
      return "Payment is Recorded";
    case "outside-refund":
      await recordManualRefund(services, actor, orderId, form);
      return "Refund is Recorded";
    default:
      await setOrderStatus(services, actor, orderId, form);
      return "OrderStatus is Updated";
  }
}

function saidOf({ state, reason }: Refund): string {
  if (state === "refused") return `Nothing was refunded. ${reason}`;
  return state === "done" ? "Refund is Sent" : "Refund waits for the provider's answer";
}
