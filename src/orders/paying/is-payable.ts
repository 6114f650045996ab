import type { PaymentProgress } from "./payment-progress.ts";

/** Whether a payment may be on its way, so that another one could be a duplicate. */
export function isPayable(
  progress: PaymentProgress | null,
): progress is PaymentProgress & { readonly state: Exclude<PaymentProgress["state"], "declined"> } {
  return progress !== null && progress.state !== "declined";
}
