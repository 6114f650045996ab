import { amountFromCents } from "#platform/money.ts";
import {
  type DecimalSign,
  decimalSignOf,
  isEmptyCell,
  numberIn,
} from "#platform/tables/read-table-cells.ts";

interface AmountColumns {
  readonly gross?: number;
  readonly fee?: number;
  readonly net?: number;
}

export interface Amounts {
  readonly grossCents: number;
  readonly feeCents: number;
  readonly netCents: number;
}

/** Amounts of a row. `feeSign` is -1 where the file writes fees as negative amounts. */
export function amountReader(
  columns: AmountColumns,
  sample: readonly (readonly string[])[],
  feeSign: 1 | -1,
) {
  const places = [columns.gross, columns.fee, columns.net];
  const cells = sample.flatMap((row) => places.map((place) => row[place ?? -1] ?? ""));
  const sign = decimalSignOf(cells.filter((cell) => !isEmptyCell(cell)));
  return (row: readonly string[]): Amounts | { readonly fault: string } => {
    const [gross, fee, net] = places.map((place) => row[place ?? -1] ?? "");
    const grossCents = centsIn(gross ?? "", sign);
    const feeCents = isEmptyCell(fee ?? "") ? 0 : centsIn(fee ?? "", sign);
    const netCents = centsIn(net ?? "", sign);
    if (grossCents === null || feeCents === null || netCents === null) {
      const cell = grossCents === null ? gross : feeCents === null ? fee : net;
      return { fault: `“${(cell ?? "").slice(0, 40)}” is no amount.` };
    }
    // Without this, a fee of 0 would become -0.
    return { grossCents, feeCents: feeCents === 0 ? 0 : feeSign * feeCents, netCents };
  };
}

/** Null for a cell that is no amount, and for fractions of a cent. */
function centsIn(cell: string, sign: DecimalSign): number | null {
  const amount = numberIn(cell, sign);
  if (amount === null) return null;
  const cents = Math.round(amount * 100);
  return Math.abs(amount * 100 - cents) < 1e-4 ? cents : null;
}

/** What is wrong with amounts that do not add up; "" when they do. */
export function sumFault({ grossCents, feeCents, netCents }: Amounts): string {
  if (grossCents - feeCents === netCents) return "";
  const [gross, fee, net] = [grossCents, feeCents, netCents].map(amountFromCents);
  return `${gross} less a fee of ${fee} is not ${net}.`;
}
