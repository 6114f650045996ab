import type { PaymentProgress } from "./payment-progress.ts";

/**
 * True when another payment could pay the order twice. This file must not import
 * `payment-progress.ts` at runtime, because browser code imports this file.
 */
export function mayBePaidAlready(
  progress: PaymentProgress | null,
): progress is PaymentProgress & { readonly state: Exclude<PaymentProgress["state"], "declined"> } {
  return progress !== null && progress.state !== "declined";
}
