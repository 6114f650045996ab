import { Badge } from "@mantine/core";
import { choicesOf, defineList, type ListColumn } from "#app/admin/frame/list/define-list.ts";
import { WithWord } from "#app/admin/frame/ui/admin-table.tsx";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { addDays } from "#platform/time/calendar.ts";
import type { ListedState, ListedSubscription } from "#subscriptions/list-subscriptions.ts";
import {
  nextPaymentOf,
  standingLabel,
  subscriptionLabels,
} from "#subscriptions/model/subscription-words.ts";
import type { SubscriptionRow } from "./subscription-row.server.ts";

const stateLabels: Readonly<Record<ListedState, string>> = {
  ...subscriptionLabels,
  cancelled: "Cancelled",
  waiting: "Needs you",
};

const columns: readonly ListColumn<SubscriptionRow, ListedSubscription>[] = [
  {
    heading: "Customer",
    place: "title",
    cell: ({ customer }) => customer,
    whole: ({ customer }) => customer,
    csv: ({ customerName }) => customerName,
  },
  { heading: "Email", csv: ({ customerEmail }) => shownEmail(customerEmail) },
  { heading: "Company", csv: ({ companyName }) => companyName },
  { heading: "Website", csv: ({ website }) => website },
  {
    heading: "Plan",
    place: "detail",
    cell: ({ plan, website }) => (website === "" ? plan : `${plan}, ${website}`),
    csv: ({ subscription }) => subscription.packageName,
  },
  {
    heading: "Price",
    place: "value",
    cell: ({ price }) => price,
    end: true,
    csv: ({ subscription }) => ({ cents: subscription.priceCents }),
  },
  { heading: "Charged", csv: ({ subscription }) => subscription.charged },
  {
    heading: "State",
    place: "mark",
    cell: ({ label, color }) => <StateBadge label={label} color={color} />,
    csv: ({ standing }) => standingLabel(standing),
  },
  {
    heading: "Next payment",
    place: "date",
    cell: ({ next }) => <WithWord word="Next payment:" value={next} />,
    csv: (listed) => nextPaymentOf(listed)?.day ?? "",
  },
  {
    heading: "Next amount",
    csv: (listed) => {
      const next = nextPaymentOf(listed);
      return next === null ? "" : { cents: next.priceCents };
    },
  },
  {
    heading: "Last day",
    csv: ({ standing: { cancelledFrom } }) =>
      cancelledFrom === null ? "" : addDays(cancelledFrom, -1),
  },
  {
    heading: "Since",
    sorts: ["newest", "oldest"],
    cell: ({ since }) => since,
    csv: ({ sinceDay }) => sinceDay,
  },
  {
    heading: "Paid in all",
    cell: ({ paid }) => paid,
    end: true,
    csv: ({ paidCents }) => ({ cents: paidCents }),
  },
  { heading: "Refunded", csv: ({ refundedCents }) => ({ cents: refundedCents }) },
  { heading: "Taken back", csv: ({ takenBackCents }) => ({ cents: takenBackCents }) },
  {
    heading: "Periods",
    cell: ({ periods }) => periods,
    end: true,
    csv: ({ paidCount }) => paidCount,
  },
  {
    heading: "Paid by",
    cell: ({ way }) => way,
    csv: ({ chargedBy }) => chargedBy ?? "Link by email",
  },
];

export const subscriptionsList = defineList({
  path: "/subscriptions",
  one: "subscription",
  many: "subscriptions",
  search: {
    name: "q",
    label: "Search subscriptions",
    placeholder: "Name, email, plan or order number",
    maxLength: 200,
  },
  filters: [{ name: "state", label: "State", options: choicesOf(stateLabels) }],
  sorts: ["newest", "oldest"],
  tabs: [
    { label: "All", query: "" },
    { label: "Needs you", query: "state=waiting" },
    { label: "Running", query: "state=active" },
    { label: "Paused", query: "state=paused" },
    { label: "Cancelled", query: "state=cancelled" },
    { label: "Ended", query: "state=ended" },
  ],
  columns,
  csv: "/admin/csv/subscriptions",
});

export function StateBadge({ label, color }: { label: string; color: string }) {
  return (
    <Badge variant="light" color={color}>
      {label}
    </Badge>
  );
}
