import { orderStatuses, paymentStatuses } from "../order.ts";
import type { SalesCell } from "./sales-cells.server.ts";
import type { Days } from "./sales-range.ts";

export type Split = "plan" | "status";

/** One kind of orders with a value for each period of the range. */
export interface Series {
  readonly name: string;
  /** Position among all kinds, so that a kind has the same colour in every chart and range. */
  readonly place: number;
  readonly values: readonly number[];
}

export interface SalesSums {
  /** Sum of the Paid orders. */
  readonly salesCents: number;
  readonly orders: number;
  readonly paidOrders: number;
}

export function sumsOf(cells: readonly SalesCell[]): SalesSums {
  const sums = { salesCents: 0, orders: 0, paidOrders: 0 };
  for (const cell of cells) {
    sums.orders += cell.orders;
    if (!isPaid(cell)) continue;
    sums.paidOrders += cell.orders;
    sums.salesCents += cell.cents;
  }
  return sums;
}

interface SeriesRequest {
  readonly cells: readonly SalesCell[];
  readonly steps: readonly Days[];
  readonly split: Split;
  /** Every plan that was ever ordered. */
  readonly plans: readonly string[];
}

/**
 * Sums of Paid orders in cents by plan or order status, and numbers of orders by plan or payment
 * status. Kinds without orders in the range are left out.
 */
export function seriesOf({ cells, steps, split, plans }: SeriesRequest): {
  readonly sales: readonly Series[];
  readonly orders: readonly Series[];
} {
  const byPlan = { names: plans, nameOf: ({ packageName }: SalesCell) => packageName };
  const byPayment = {
    names: paymentStatuses,
    nameOf: ({ paymentStatus }: SalesCell) => paymentStatus,
  };
  const byOrder = { names: orderStatuses, nameOf: ({ orderStatus }: SalesCell) => orderStatus };
  const cents = (cell: SalesCell) => (isPaid(cell) ? cell.cents : 0);
  const count = ({ orders }: SalesCell) => orders;
  return {
    sales: split === "plan" ? stack(byPlan, cents) : stack(byOrder, cents),
    orders: split === "plan" ? stack(byPlan, count) : stack(byPayment, count),
  };

  function stack(kinds: Kinds, amountOf: (cell: SalesCell) => number): Series[] {
    const series = kinds.names.map((name, place) => ({ name, place, values: steps.map(() => 0) }));
    for (const cell of cells) {
      const at = steps.findLastIndex(({ from }) => from <= cell.day);
      const values = series[kinds.names.indexOf(kinds.nameOf(cell))]?.values ?? [];
      values[at] = (values[at] ?? 0) + amountOf(cell);
    }
    return series.filter(({ values }) => values.some((value) => value > 0));
  }
}

interface Kinds {
  readonly names: readonly string[];
  readonly nameOf: (cell: SalesCell) => string;
}

function isPaid({ paymentStatus }: SalesCell): boolean {
  return paymentStatus === "Paid";
}
