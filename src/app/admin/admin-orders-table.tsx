import { Anchor, Badge, Table, Text } from "@mantine/core";
import { Link } from "react-router";
import type { OrderRow } from "../ordering/order-row.server.ts";
import type { OrdersPage } from "../ordering/orders-page.server.ts";

interface AdminOrdersTableProps {
  orders: OrdersPage;
  /** 'Update' or 'Update Order', as the specification words it on each screen. */
  updateLabel: string;
}

const paymentColours = { Paid: "field", UnPaid: "yellow", Cancelled: "gray", Refunded: "orange" };

/** Everybody's orders, newest first. */
export function AdminOrdersTable({ orders, updateLabel }: AdminOrdersTableProps) {
  if (orders.total === 0) return <Text c="dimmed">No orders yet.</Text>;
  return (
    <Table.ScrollContainer minWidth={820}>
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column}>{column}</Table.Th>
            ))}
            <Table.Th>{updateLabel}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {orders.items.map((order, index) => (
            <Row
              key={order.id}
              order={order}
              serial={orders.offset + index + 1}
              updateLabel={updateLabel}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const columns = [
  "Sl No.",
  "Order Date",
  "Name",
  "Email",
  "Plan",
  "Amount",
  "Order Status",
  "Payment Status",
];

interface RowProps {
  order: OrderRow;
  serial: number;
  updateLabel: string;
}

function Row({ order, serial, updateLabel }: RowProps) {
  return (
    <Table.Tr>
      <Table.Td>{serial}</Table.Td>
      <Table.Td>
        <time dateTime={order.isoDate} title={order.fullDate}>
          {order.date}
        </time>
      </Table.Td>
      <Table.Td>{order.customerName}</Table.Td>
      <Table.Td>{order.customerEmail}</Table.Td>
      <Table.Td>{order.packageName}</Table.Td>
      <Table.Td ta="right">{order.price}</Table.Td>
      <Table.Td>
        <Badge variant="light" color={order.orderStatus === "Delivered" ? "field" : "gray"}>
          {order.orderStatus}
        </Badge>
      </Table.Td>
      <Table.Td>
        <Badge variant="light" color={paymentColours[order.paymentStatus]}>
          {order.paymentStatus}
        </Badge>
      </Table.Td>
      <Table.Td>
        <Anchor component={Link} to={`/admin/payment-status/${order.id}`} size="sm">
          {updateLabel}
        </Anchor>
      </Table.Td>
    </Table.Tr>
  );
}
