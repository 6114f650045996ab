import type { OrderStatus } from "#orders/order.ts";

export interface BoardColumnDefinition {
  readonly name: "not-paid" | "to-deliver" | "delivered";
  readonly title: string;
  /** Query of the orders list that shows the same orders. */
  readonly query: string;
  /**
   * Order status of the column. Moving an order into the column sets this status. Null for a column
   * that only payments change.
   */
  readonly status: OrderStatus | null;
  /** Text of a column without orders. */
  readonly empty: string;
}

/** Columns of the orders board from left to right. */
export const boardColumns: readonly BoardColumnDefinition[] = [
  {
    name: "not-paid",
    title: "Not paid",
    query: "payment=UnPaid",
    status: null,
    empty: "No orders are waiting for payment.",
  },
  {
    name: "to-deliver",
    title: "To deliver",
    query: "payment=Paid&status=Pending&sort=oldest",
    status: "Pending",
    empty: "Every paid order is delivered.",
  },
  {
    name: "delivered",
    title: "Delivered",
    query: "payment=Paid&status=Delivered",
    status: "Delivered",
    empty: "Orders that you have delivered appear here.",
  },
];
