import type { Sweep } from "./payment-provider.ts";

/** What one account reported, newest first; `paymentAccount` is null for that of the environment. */
export function reportedBy(
  paymentAccount: string | null,
  raws: readonly Uint8Array[],
  clockAheadMs: number | null = null,
): Sweep {
  return { reports: raws.map((raw) => ({ raw, paymentAccount })), clockAheadMs };
}
