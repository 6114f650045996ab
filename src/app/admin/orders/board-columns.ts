import type { OrderStatus } from "../../../orders/order.ts";

export type BoardColumnName = "not-paid" | "to-deliver" | "delivered";

interface BoardColumnDefinition {
  readonly name: BoardColumnName;
  readonly title: string;
  /** The query that finds the orders of the column in the table of orders. */
  readonly query: string;
  /**
   * Order status that an order gets when it is moved into the column; null for the column that no
   * order can be moved into.
   */
  readonly status: OrderStatus | null;
  /** Says above the orders what moving an order does. */
  readonly hint?: string;
  /** Shown instead of orders. */
  readonly empty: string;
}

/** Columns of the orders board from left to right. */
export const boardColumns: readonly BoardColumnDefinition[] = [
  {
    name: "not-paid",
    title: "Not paid",
    query: "payment=UnPaid",
    status: null,
    empty: "No order waits for its payment.",
  },
  {
    name: "to-deliver",
    title: "To deliver",
    query: "payment=Paid&status=Pending&sort=oldest",
    status: "Pending",
    hint: "When you mark an order as Delivered, its customer gets an email.",
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
