import type { LedgerReport } from "../maintenance/ledger-checks/check-ledger.ts";
import { dollarsFromCents } from "../platform/money.ts";

/** What a check of the ledger found, line by line, with so many of its differences. */
export function ledgerLines(
  { orders, entries, differences, ...totals }: LedgerReport,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const [sales, refunded, net] = [totals.salesCents, totals.refundedCents, totals.netCents].map(
    dollarsFromCents,
  );
  return [
    `Orders checked: ${orders}, with entries in the ledger: ${entries}.`,
    `Sales ${sales}, refunded ${refunded}, net ${net}.`,
    ...differences.slice(0, most).map((difference) => `✗ ${difference}`),
    ...(differences.length > most ? ["✗ … npm run check-ledger names all of them."] : []),
    differences.length === 0 ? "✓ Everything agrees." : `Differences: ${differences.length}.`,
  ];
}
