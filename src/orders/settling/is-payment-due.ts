import type { IsPaymentDue } from "../../payments/notifications/verify-notification.ts";
import { selectOrder } from "../order-store.server.ts";

/** Only an UnPaid order waits for money: nobody is to pay twice, or for what they cancelled. */
export const isPaymentDue: IsPaymentDue = async (queries, orderId) => {
  const order = await selectOrder(queries, orderId);
  return order?.paymentStatus === "UnPaid";
};
