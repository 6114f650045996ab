import { Anchor, Badge, Group, Text } from "@mantine/core";
import { Link } from "react-router";
import type { PaymentState } from "../../../orders/ledger/list-payments.ts";
import { type AdminColumn, AdminTable } from "../ui/admin-table.tsx";
import type { PaymentRow } from "./payment-row.server.ts";

const colours: Readonly<Record<PaymentState, string>> = {
  Kept: "field",
  "Partly refunded": "yellow",
  Refunded: "orange",
  Reversed: "red",
};

const columns: readonly AdminColumn<PaymentRow>[] = [
  {
    heading: "Order",
    cell: ({ orderId, orderNumber }) => (
      <Anchor component={Link} to={`/admin/payment-status/${orderId}`} size="sm" fw={500}>
        Order {orderNumber}
      </Anchor>
    ),
  },
  { heading: "Customer", cell: (row) => row.customerName, whole: (row) => row.customerName },
  { heading: "Amount", cell: ({ amount }) => amount, end: true },
  { heading: "State", cell: (row) => <State {...row} /> },
  { heading: "Provider", cell: ({ provider }) => provider },
  { heading: "Transaction", cell: (row) => row.transactionId, whole: (row) => row.transactionId },
  {
    heading: "Received",
    cell: ({ isoDate, fullDate }) => <time dateTime={isoDate}>{fullDate}</time>,
  },
];

function State({ state, kept }: Pick<PaymentRow, "state" | "kept">) {
  return (
    <Group gap={6}>
      <Badge variant="light" color={colours[state]}>
        {state}
      </Badge>
      {kept && (
        <Text span size="sm" c="dimmed">
          {kept} kept
        </Text>
      )}
    </Group>
  );
}

/** Payments that count, newest first. */
export function PaymentsTable({ payments }: { payments: readonly PaymentRow[] }) {
  return (
    <AdminTable
      label="All payments"
      columns={columns}
      rows={payments}
      keyOf={({ id }) => id}
      empty="No payment has come in yet."
    />
  );
}
