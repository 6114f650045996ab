import type { PaymentProgress } from "./payment-progress.ts";

/**
 * True when a payment may already be on its way, so that another payment could pay the order twice.
 * Browser code imports this file, so this file imports only types from the server code in
 * `payment-progress.ts`.
 */
export function mayBePaidAlready(
  progress: PaymentProgress | null,
): progress is PaymentProgress & { readonly state: Exclude<PaymentProgress["state"], "declined"> } {
  return progress !== null && progress.state !== "declined";
}
