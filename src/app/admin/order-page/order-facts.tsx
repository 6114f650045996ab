import { Card, Table, Text } from "@mantine/core";
import type { OrderRow } from "../../ordering/order-row.server.ts";

interface OrderFactsProps {
  order: OrderRow;
  /** When; "" while it was not. */
  paid: string;
  address: string;
  website: string;
}

export function OrderFacts({ order, paid, address, website }: OrderFactsProps) {
  const facts = [
    ["Plan", order.packageName],
    ["Amount", `${order.price} USD`],
    ["Payment Status", order.paymentStatus],
    ["Ordered", order.fullDate],
    ["Paid", paid || "not yet"],
    ["Name", order.customerName],
    ["Email", order.customerEmail],
    ["Address", address],
    ["Website", website || "not given"],
  ];
  return (
    <Card withBorder py="xs">
      <Table layout="fixed" verticalSpacing="xs" aria-label="The order">
        <Table.Tbody>
          {facts.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w={144} fw={400} c="dimmed">
                {label}
              </Table.Th>
              <Table.Td>
                <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                  {value}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
