import { Anchor, Badge, Text } from "@mantine/core";
import { Link } from "react-router";
import type { Page } from "../../../platform/pages.ts";
import type { MarkedOrderRow } from "../../ordering/order/order-row.server.ts";
import { PaymentStanding } from "../orders/payment-standing.tsx";
import classes from "./admin-orders-table.module.css";
import { type AdminColumn, AdminTable } from "./admin-table.tsx";
import { orderStatusColours } from "./status-colours.ts";

interface AdminOrdersTableProps {
  orders: Pick<Page<MarkedOrderRow>, "items" | "offset">;
  /** 'Update' or 'Update Order', as specified for each screen. */
  updateLabel: string;
  /** A column before the specified ones. */
  choice?: AdminColumn<MarkedOrderRow>;
  /** Additions to column headers, such as sort links. */
  heads?: Readonly<Record<string, Pick<AdminColumn<MarkedOrderRow>, "header" | "sorted">>>;
}

/** The table of all orders. */
export function AdminOrdersTable(props: AdminOrdersTableProps) {
  const { orders, updateLabel, choice, heads = {} } = props;
  const columns: AdminColumn<MarkedOrderRow>[] = [
    ...(choice === undefined ? [] : [choice]),
    { heading: "Sl No.", cell: (_order, index) => orders.offset + index + 1 },
    ...factColumns.map((column) => ({ ...column, ...heads[column.heading] })),
    {
      heading: updateLabel,
      cell: ({ id }) => (
        <Anchor component={Link} to={`/admin/payment-status/${id}`} size="sm" fw={500}>
          {updateLabel}
        </Anchor>
      ),
    },
  ];
  return (
    <AdminTable
      label="Orders"
      columns={columns}
      rows={orders.items}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/admin/payment-status/${id}`}
      empty="No orders yet."
      cards={classes.cards}
    />
  );
}

const factColumns: readonly AdminColumn<MarkedOrderRow>[] = [
  {
    heading: "Order Date",
    cell: (order) => (
      <time dateTime={order.isoDate} title={order.fullDate}>
        {order.date}
      </time>
    ),
  },
  {
    heading: "Name",
    cell: ({ customerName }) => customerName,
    whole: ({ customerName }) => customerName,
  },
  {
    heading: "Email",
    cell: ({ customerEmail }) => customerEmail,
    whole: ({ customerEmail }) => customerEmail,
  },
  {
    heading: "Plan",
    // Emails, payments and search show the order number, which differs from the row number.
    cell: ({ packageName, number }) => (
      <div>
        {packageName}
        <Text size="xs" c="dimmed">
          Order {number}
        </Text>
      </div>
    ),
  },
  { heading: "Amount", cell: ({ price }) => price, end: true },
  {
    heading: "Order Status",
    cell: ({ orderStatus }) => (
      <Badge variant="dot" color={orderStatusColours[orderStatus]}>
        {orderStatus}
      </Badge>
    ),
  },
  {
    heading: "Payment Status",
    cell: (order) => <PaymentStanding order={order} />,
  },
];
