import { Anchor, Badge, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OrderRow } from "../ordering/order-row.server.ts";
import type { OrdersPage } from "../ordering/orders-page.server.ts";
import classes from "./admin-orders-table.module.css";

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
    <Table.ScrollContainer minWidth={0}>
      <Table className={classes.table} verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} ta={column === "Amount" ? "right" : undefined}>
                {column}
              </Table.Th>
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
] as const;

interface RowProps {
  order: OrderRow;
  serial: number;
  updateLabel: string;
}

function Row({ order, serial, updateLabel }: RowProps) {
  return (
    <Table.Tr>
      <Cell label="Sl No.">{serial}</Cell>
      <Cell label="Order Date">
        <time dateTime={order.isoDate} title={order.fullDate}>
          {order.date}
        </time>
      </Cell>
      <Cell label="Name" whole={order.customerName}>
        {order.customerName}
      </Cell>
      <Cell label="Email" whole={order.customerEmail}>
        {order.customerEmail}
      </Cell>
      <Cell label="Plan">{order.packageName}</Cell>
      <Cell label="Amount" end>
        {order.price}
      </Cell>
      <Cell label="Order Status">
        <Badge variant="dot" color={order.orderStatus === "Delivered" ? "field" : "gray"}>
          {order.orderStatus}
        </Badge>
      </Cell>
      <Cell label="Payment Status">
        <Badge variant="dot" color={paymentColours[order.paymentStatus]}>
          {order.paymentStatus}
        </Badge>
      </Cell>
      <Cell label={updateLabel}>
        <Anchor component={Link} to={`/admin/payment-status/${order.id}`} size="sm" fw={500}>
          {updateLabel}
        </Anchor>
      </Cell>
    </Table.Tr>
  );
}

interface CellProps {
  /** The column's heading, shown in front of the value on a phone. */
  label: string;
  /** What a pointer is told where the value may be cut off. */
  whole?: string;
  end?: boolean;
  children: ReactNode;
}

function Cell({ label, whole, end = false, children }: CellProps) {
  return (
    <Table.Td
      data-label={label}
      title={whole}
      className={whole === undefined ? undefined : classes.whole}
      ta={end ? { base: "left", md: "right" } : undefined}
    >
      {children}
    </Table.Td>
  );
}
