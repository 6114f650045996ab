import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { type AdminColumn, AdminTable } from "../ui/admin-table.tsx";
import type { AwaitedRow } from "./payment-row.server.ts";

const columns: readonly AdminColumn<AwaitedRow>[] = [
  {
    heading: "Received",
    cell: ({ isoDate, fullDate }) => <time dateTime={isoDate}>{fullDate}</time>,
  },
  { heading: "Status", cell: ({ status }) => status },
  { heading: "Transaction", cell: (row) => row.transactionId, whole: (row) => row.transactionId },
  {
    heading: "Order",
    cell: ({ orderId }) => (
      <Anchor component={Link} to={`/admin/payment-status/${orderId}`} size="sm">
        Open order
      </Anchor>
    ),
  },
];

interface AwaitedPaymentsProps {
  awaited: readonly AwaitedRow[];
  providerName: string;
}

/** Messages that count for nothing until the provider has confirmed them. */
export function AwaitedPayments({ awaited, providerName }: AwaitedPaymentsProps) {
  if (awaited.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby="awaited">
      <div>
        <Title order={2} id="awaited">
          Waiting for verification
        </Title>
        <Text size="sm" c="dimmed">
          We are asking {providerName} whether these are genuine. Until then they change nothing.
        </Text>
      </div>
      <AdminTable
        label="Waiting for verification"
        columns={columns}
        rows={awaited}
        keyOf={({ id }) => id}
        empty="Nothing waits."
      />
    </Stack>
  );
}
