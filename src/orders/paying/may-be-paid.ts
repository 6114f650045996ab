import type { PaymentProgress } from "./payment-progress.ts";

/** Whether money may be on its way already, so that paying once more would be paying twice. */
export function mayBePaid(
  progress: PaymentProgress | null,
): progress is PaymentProgress & { readonly state: Exclude<PaymentProgress["state"], "declined"> } {
  return progress !== null && progress.state !== "declined";
}
