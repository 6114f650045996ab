import { Card, Text } from "@mantine/core";
import type { OrderRow } from "../../ordering/order/order-row.server.ts";
import { Table } from "../ui/table.tsx";

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
      <Table isFixed spacing="xs" aria-label="The order">
        <tbody>
          {facts.map(([label, value]) => (
            <tr key={label}>
              <th style={{ width: "8rem" }} data-quiet>
                {label}
              </th>
              <td>
                <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                  {value}
                </Text>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
