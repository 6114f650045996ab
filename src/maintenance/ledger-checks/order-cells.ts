import type { OrderStatus, PaymentStatus } from "../../orders/order.ts";
import { amountFromCents } from "../../platform/money.ts";

/** So many orders of one kind, and what they come to. */
export interface Sum {
  readonly orders: number;
  readonly cents: number;
}

/** Sums by what they are of, in words. */
export type Cells = Map<string, Sum>;

interface Cell {
  readonly period: string;
  readonly package_name: string;
  readonly payment_status: PaymentStatus;
  readonly order_status: OrderStatus;
}

/** What a cell of `order_sums` is of; "" is the period of all times. */
export function cellName(cell: Cell): string {
  const { period, package_name, payment_status, order_status } = cell;
  const when = period === "" ? "ever" : `in ${period}`;
  return `${package_name} orders ${when} that are ${payment_status} and ${order_status}`;
}

interface CountedOrder extends Omit<Cell, "period"> {
  readonly price_cents: number;
  readonly placed_day: string | null;
}

/** Adds an order to each cell that it belongs to: ever, and once it is dated its month and day. */
export function countOrder(cells: Cells, order: CountedOrder): void {
  const { placed_day: day, price_cents } = order;
  for (const period of day === null ? [""] : ["", day.slice(0, 7), day]) {
    const name = cellName({ ...order, period });
    const { orders, cents } = cells.get(name) ?? nothing;
    cells.set(name, { orders: orders + 1, cents: cents + price_cents });
  }
}

const nothing: Sum = { orders: 0, cents: 0 };

/** A sentence when the two differ. A cell that is not there is one of nothing. */
export function differenceOf(name: string, kept = nothing, counted = nothing): string | null {
  if (kept.orders === counted.orders && kept.cents === counted.cents) return null;
  return `The kept sum of ${name} is ${inWords(kept)}, and a recount gives ${inWords(counted)}.`;
}

function inWords({ orders, cents }: Sum): string {
  return `${amountFromCents(cents)} USD of ${orders} ${orders === 1 ? "order" : "orders"}`;
}
