import { Badge, Group, Text } from "@mantine/core";
import type { ListedPayment, PaymentState } from "#money/ledger/list-payments.ts";
import { isoTime } from "#platform/time/dates.ts";
import { defineList, type ListColumn } from "../frame/list/define-list.ts";
import type { PaymentRow } from "./payment-row.server.ts";

const states: Readonly<Record<PaymentState, { color: string; title: string }>> = {
  Applied: { color: "brand", title: "This payment counts toward the order" },
  "Partly refunded": {
    color: "yellow",
    title: "The part that was not refunded counts toward the order",
  },
  Refunded: { color: "orange", title: "You refunded the whole payment" },
  "Taken back": {
    color: "red",
    title: "The provider took the money back after a dispute or chargeback",
  },
};

const columns: readonly ListColumn<PaymentRow, ListedPayment>[] = [
  {
    heading: "Order",
    place: "title",
    cell: ({ orderNumber }) => `Order ${orderNumber}`,
    csv: ({ orderNumber }) => orderNumber,
  },
  {
    heading: "Customer",
    place: "detail",
    cell: (row) => row.customerName,
    whole: (row) => row.customerName,
    csv: ({ customerName }) => customerName,
  },
  {
    heading: "Amount",
    place: "value",
    cell: ({ amount }) => amount,
    end: true,
    csv: ({ amountCents }) => ({ cents: amountCents }),
  },
  { heading: "After refunds", csv: ({ keptCents }) => ({ cents: keptCents }) },
  { heading: "Currency", csv: ({ currency }) => currency },
  {
    heading: "State",
    place: "mark",
    cell: (row) => <State {...row} />,
    csv: ({ state }) => state,
  },
  { heading: "Provider", cell: ({ provider }) => provider },
  {
    heading: "Transaction",
    cell: (row) => row.transaction,
    whole: (row) => row.transaction,
    csv: ({ reference, transactionId }) => reference ?? transactionId,
  },
  {
    heading: "Received",
    place: "date",
    sorts: ["newest", "oldest"],
    cell: ({ isoDate, fullDate }) => <time dateTime={isoDate}>{fullDate}</time>,
    csv: ({ receivedAt }) => isoTime(receivedAt),
  },
  // Last in the file, so that columns which somebody reads by place keep theirs.
  { heading: "Provider", csv: ({ provider }) => provider },
];

export const paymentsList = defineList({
  path: "/payments",
  one: "payment",
  many: "payments",
  search: {
    name: "q",
    label: "Search payments",
    placeholder: "Order number or transaction",
    maxLength: 200,
  },
  filters: [],
  sorts: ["newest", "oldest"],
  tabs: [{ label: "All", query: "" }],
  columns,
  csv: "/admin/csv/payments",
});

function State({ state, kept }: Pick<PaymentRow, "state" | "kept">) {
  return (
    <Group gap={6}>
      <Badge variant="light" {...states[state]}>
        {state}
      </Badge>
      {kept && (
        <Text span size="sm" c="dimmed">
          {kept} after refunds
        </Text>
      )}
    </Group>
  );
}
