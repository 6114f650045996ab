import { Anchor, Badge, Text } from "@mantine/core";
import { Link } from "react-router";
import type { MarkedOrderRow } from "#app/ordering/order/order-row.server.ts";
import type { Page } from "#platform/pages.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { ListColumn } from "../list/list-rows.tsx";
import { PaymentStanding } from "../orders/payment-standing.tsx";
import type { StandingWords } from "../orders/standing-words.server.ts";
import tableClasses from "./admin-table.module.css";
import { AdminTable } from "./admin-table.tsx";
import { orderStatusColours } from "./status-colours.ts";

interface AdminOrdersTableProps {
  orders: Pick<Page<MarkedOrderRow>, "items" | "offset">;
  /** "Update" or "Update Order": the specification names the link differently on each screen. */
  updateLabel: string;
}

/** A table of orders for screens other than the list of orders, without search and selection. */
export function AdminOrdersTable({ orders, updateLabel }: AdminOrdersTableProps) {
  return (
    <AdminTable
      label="Orders"
      columns={orderColumns(orders.offset, updateLabel)}
      rows={orders.items}
      keyOf={orderKey}
      hrefOf={orderHref}
      empty="No orders yet."
    />
  );
}

/** Only some lists read the standing of their orders. */
type AdminOrderRow = MarkedOrderRow & Partial<StandingWords>;

export function StandingText({ standing = "", isOverdue = false }: Partial<StandingWords>) {
  if (standing === "") return null;
  return (
    <Text size="xs" c={isOverdue ? "red" : "dimmed"} fw={isOverdue ? 600 : undefined}>
      {standing.charAt(0).toUpperCase() + standing.slice(1)}
    </Text>
  );
}

export const orderKey = ({ id }: MarkedOrderRow) => id;
export const orderHref = ({ id }: MarkedOrderRow) => `/admin/payment-status/${id}`;

export function orderColumns(offset: number, updateLabel: string): ListColumn<AdminOrderRow>[] {
  return [
    {
      heading: "Sl No.",
      isData: false,
      place: "wide",
      cell: (_order, index) => offset + index + 1,
    },
    {
      heading: "Order Date",
      place: "detail",
      sorts: ["newest", "oldest"],
      cell: (order) => (
        <time dateTime={order.isoDate} title={order.fullDate}>
          {order.date}
        </time>
      ),
    },
    {
      heading: "Name",
      place: "title",
      sorts: ["name-a-z", "name-z-a"],
      cell: nameOf,
      whole: nameOf,
    },
    {
      heading: "Email",
      place: "wide",
      cell: ({ customerEmail }) => shownEmail(customerEmail),
      whole: ({ customerEmail }) => shownEmail(customerEmail),
    },
    {
      heading: "Plan",
      place: "detail",
      // Shows the order number, because emails, payments and the search use the order number. The
      // row number in the first column is a different number.
      cell: ({ packageName, number }) => (
        <>
          {packageName}{" "}
          <Text span size="xs" c="dimmed" className={tableClasses.below}>
            Order {number}
          </Text>
        </>
      ),
    },
    {
      heading: "Amount",
      place: "value",
      sorts: ["amount-high", "amount-low"],
      cell: ({ price }) => price,
      end: true,
    },
    {
      heading: "Order Status",
      place: "mark",
      cell: (order) => (
        <>
          <Badge variant="dot" color={orderStatusColours[order.orderStatus]}>
            {order.orderStatus}
          </Badge>
          <StandingText {...order} />
        </>
      ),
    },
    {
      heading: "Payment Status",
      place: "mark",
      cell: (order) => <PaymentStanding order={order} />,
    },
    {
      heading: updateLabel,
      isData: false,
      place: "wide",
      cell: (order) => (
        <Anchor component={Link} to={orderHref(order)} size="sm" fw={500}>
          {updateLabel}
        </Anchor>
      ),
    },
  ];
}

/** The customer's name in the order, followed by the name of the company if the company has one. */
function nameOf({ customerName, companyName }: MarkedOrderRow): string {
  return [customerName, companyName].filter(Boolean).join(", ");
}
