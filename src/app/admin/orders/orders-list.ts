import { orderStatuses, paymentStatuses } from "#orders/order.ts";
import type { DueTime, WaitingSide } from "#search/order-search.ts";
import type { OrderStage } from "#stages/order-stage.ts";
import { choicesOf, defineList, type List } from "../frame/list/define-list.ts";
import { orderColumns } from "../frame/ui/admin-orders-table.tsx";
import { stageLabels } from "./stage-labels.ts";
import type { TeamOrderRow, TeamPerson } from "./team-order-rows.server.ts";

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const dueLabels: Readonly<Record<DueTime, string>> = {
  overdue: "Overdue",
  today: "Due today",
  week: "Due within 7 days",
};

const transferLabels = { awaited: "Awaited" };

const sideLabels: Readonly<Record<WaitingSide, string>> = {
  team: "The team",
  customer: "The customer",
};

export const ordersList = defineList({
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
    {
      name: "transfer",
      label: "Bank transfer",
      options: choicesOf(transferLabels),
      describe: () => "Waits for a bank transfer",
    },
    { name: "status", label: "Order Status", options: options(orderStatuses) },
    {
      name: "stage",
      label: "Stage",
      options: choicesOf(stageLabels),
      describe: (stage) => `Stage ${(stageLabels[stage as OrderStage] ?? stage).toLowerCase()}`,
    },
    { name: "due", label: "Due", options: choicesOf(dueLabels) },
    {
      name: "waitsFor",
      label: "Waits for",
      options: choicesOf(sideLabels),
      describe: (side) => `Waits for ${(sideLabels[side as WaitingSide] ?? side).toLowerCase()}`,
    },
    { name: "from", label: "From", describe: (day) => `From ${day}` },
    { name: "to", label: "To", describe: (day) => `Until ${day}` },
  ],
  sorts: ["newest", "oldest", "amount-high", "amount-low", "name-a-z", "name-z-a"],
  tabs: [
    { label: "All", query: "" },
    { label: "To deliver", query: "payment=Paid&status=Pending" },
    { label: "Overdue", query: "due=overdue" },
    { label: "Not paid", query: "payment=UnPaid" },
    { label: "Transfers", query: "transfer=awaited" },
    { label: "Delivered", query: "status=Delivered" },
    { label: "Refunded", query: "payment=Refunded" },
  ],
  columns: orderColumns("Update"),
  // The REST interface writes the file, because programs read it.
  csv: "/api/orders/export",
});

/** Choices of the filter by person. The account of the reader is called "Me". */
export function assignmentOptions(people: readonly TeamPerson[], accountId: string) {
  const others = people.filter((person) => person.accountId !== accountId);
  const isAssignable = others.length < people.length;
  return [
    ...(isAssignable ? [{ value: accountId, label: "Me" }] : []),
    { value: "nobody", label: "Nobody" },
    { value: "somebody", label: "Somebody" },
    ...others.map(({ accountId: value, name: label }) => ({ value, label })),
  ];
}

interface OrdersListFacts {
  /** All plans that were ever ordered, including plans that no longer exist. */
  readonly plans: readonly string[];
  /** Plan that the list is filtered by. */
  readonly plan: string | null;
  readonly people: readonly TeamPerson[];
  /** Account of the reader. */
  readonly accountId: string;
}

/** Adds the filters by person and by plan, and a tab with the reader's own orders. */
export function ordersListWith({
  plans,
  plan,
  people,
  accountId,
}: OrdersListFacts): List<TeamOrderRow> {
  const named = [...new Set([...plans, ...(plan === null ? [] : [plan])])];
  const choices = assignmentOptions(people, accountId);
  const byPerson = {
    name: "assigned",
    label: "Assigned to",
    options: choices,
    describe: (value: string) => {
      const label = choices.find((choice) => choice.value === value)?.label ?? "somebody else";
      const isName = !["Me", "Nobody", "Somebody"].includes(label);
      return `Assigned to ${isName ? label : label.toLowerCase()}`;
    },
  };
  const byPlan = {
    name: "plan",
    label: "Plan",
    options: options(named),
    describe: (value: string) => `Plan ${value}`,
  };
  const { filters, tabs }: List = ordersList;
  const at = filters.findIndex(({ name }) => name === "from");
  const isMine = people.some((person) => person.accountId === accountId);
  const mine = { label: "Mine", query: `assigned=${accountId}` };
  return {
    ...ordersList,
    filters: filters.toSpliced(at, 0, byPerson, byPlan),
    tabs: isMine ? tabs.toSpliced(1, 0, mine) : tabs,
  };
}

export const noOrders = {
  title: "No orders yet",
  why: "Each order appears here as soon as a customer places it: who ordered what, whether it is paid, and whether you have delivered it.",
  todo: { label: "Check your plans and prices", path: "/add-pricing" },
};
