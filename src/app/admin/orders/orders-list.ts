import { orderStatuses, paymentStatuses } from "#orders/order.ts";
import type { OrderStage } from "#orders/room/stage/order-stage.ts";
import type { Assignment, DueTime, WaitingSide } from "#orders/search/order-search.ts";
import type { List } from "../list/list.ts";

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Stages in their usual sequence. */
const stageLabels: Readonly<Record<OrderStage, string>> = {
  unpaid: "Unpaid",
  "awaiting-brief": "Awaiting the brief",
  ready: "Ready to begin",
  "in-work": "In progress",
  "waiting-for-customer": "Waiting for the customer’s answer",
  "in-review": "In review",
  accepted: "Accepted",
  cancelled: "Cancelled or refunded",
};

const dueLabels: Readonly<Record<DueTime, string>> = {
  overdue: "Overdue",
  today: "Due today",
  week: "Due within 7 days",
};

const sideLabels: Readonly<Record<WaitingSide, string>> = {
  team: "The team",
  customer: "The customer",
};

const assignmentLabels: Readonly<Record<Assignment, string>> = {
  somebody: "Somebody",
  nobody: "Nobody",
};

const labelled = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const ordersList = {
  path: "/total-orders",
  one: "order",
  many: "orders",
  search: {
    name: "q",
    label: "Search orders",
    placeholder: "Name, company, email, plan or number",
    maxLength: 200,
  },
  filters: [
    { name: "payment", label: "Payment Status", options: options(paymentStatuses) },
    { name: "status", label: "Order Status", options: options(orderStatuses) },
    {
      name: "stage",
      label: "Stage",
      options: labelled(stageLabels),
      describe: (stage) => `Stage ${(stageLabels[stage as OrderStage] ?? stage).toLowerCase()}`,
    },
    { name: "due", label: "Due", options: labelled(dueLabels) },
    {
      name: "waitsFor",
      label: "Waits for",
      options: labelled(sideLabels),
      describe: (side) => `Waits for ${(sideLabels[side as WaitingSide] ?? side).toLowerCase()}`,
    },
    {
      name: "assigned",
      label: "Assigned to",
      options: labelled(assignmentLabels),
      describe: (assignment) => `Assigned to ${assignment}`,
    },
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
    { label: "Overdue", query: "due=overdue" },
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
    name: "plan",
    label: "Plan",
    options: options(named),
    describe: (value: string) => `Plan ${value}`,
  };
  const { filters } = ordersList;
  const at = filters.findIndex(({ name }) => name === "from");
  return { ...ordersList, filters: filters.toSpliced(at, 0, filter) };
}

export const noOrders = {
  title: "No orders yet",
  why: "Each order appears here as soon as a customer places it: who ordered what, whether it is paid, and whether you have delivered it.",
  todo: { label: "Check your plans and prices", path: "/add-pricing" },
};
