import { orderStatuses, paymentStatuses } from "../../../orders/order.ts";
import type { List } from "../list/list.ts";

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export const ordersList = {
  path: "/total-orders",
  one: "order",
  many: "orders",
  search: {
    name: "q",
    label: "Search orders",
    placeholder: "Name, email, plan or number",
    maxLength: 200,
  },
  filters: [
    { name: "payment", label: "Payment Status", options: options(paymentStatuses) },
    { name: "status", label: "Order Status", options: options(orderStatuses) },
    { name: "from", label: "From", describe: (day) => `From ${day}` },
    { name: "to", label: "To", describe: (day) => `Until ${day}` },
  ],
  sorts: {
    newest: "Newest first",
    oldest: "Oldest first",
    "amount-high": "Highest amount first",
    "amount-low": "Lowest amount first",
    "name-a-z": "Name, A to Z",
    "name-z-a": "Name, Z to A",
  },
  tabs: [
    { label: "All", query: "" },
    { label: "To deliver", query: "payment=Paid&status=Pending" },
    { label: "Not paid", query: "payment=UnPaid" },
    { label: "Delivered", query: "status=Delivered" },
    { label: "Refunded", query: "payment=Refunded" },
  ],
} satisfies List;

/**
 * Adds a filter by plan. Its choices are all plans that were ever ordered, including plans that no
 * longer exist.
 */
export function ordersListWith(plans: readonly string[], plan: string | null): List {
  const named = [...new Set([...plans, ...(plan === null ? [] : [plan])])];
  const filter = {
    ...{ name: "plan", label: "Plan", options: options(named) },
    describe: (value: string) => `Plan ${value}`,
  };
  const { filters } = ordersList;
  return { ...ordersList, filters: [...filters.slice(0, 2), filter, ...filters.slice(2)] };
}

export const noOrders = {
  title: "No orders yet",
  why: "Each order appears here as soon as a customer places it: who ordered what, whether it is paid, and whether you have delivered it.",
  todo: { label: "Check your plans and prices", path: "/add-pricing" },
};
