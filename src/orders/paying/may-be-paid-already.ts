import type { PaymentProgress } from "./payment-progress.ts";

/**
 * True when money may already be on its way for the order, so that another payment could be a
 * duplicate. Apart from `payment-progress.ts`, because pages in the browser's build import it.
 */
export function mayBePaidAlready(
  progress: PaymentProgress | null,
): progress is PaymentProgress & { readonly state: Exclude<PaymentProgress["state"], "declined"> } {
  return progress !== null && progress.state !== "declined";
}
