import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router";
import { PaymentStanding } from "#app/admin/orders/payment-standing.tsx";
import type { StandingWords } from "#app/admin/orders/standing-words.server.ts";
import type { TeamOrderRow } from "#app/admin/orders/team-order-rows.server.ts";
import { IconUser } from "#app/ui/icons/icon-user.ts";
import type { Page } from "#platform/pages.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { waitsFor } from "#stages/order-stage.ts";
import type { TableColumn } from "../list/define-list.ts";
import tableClasses from "./admin-table.module.css";
import { AdminTable } from "./admin-table.tsx";
import { StagePill } from "./status-pills.tsx";

interface AdminOrdersTableProps {
  orders: Pick<Page<TeamOrderRow>, "items">;
  /** "Update" or "Update Order": the specification names the link differently on each screen. */
  updateLabel: string;
}

/** A table of orders for screens other than the list of orders, without search and selection. */
export function AdminOrdersTable({ orders, updateLabel }: AdminOrdersTableProps) {
  return (
    <AdminTable
      label="Orders"
      columns={orderColumns(updateLabel)}
      rows={orders.items}
      keyOf={orderKey}
      hrefOf={orderHref}
      empty="No orders yet."
    />
  );
}

export function StandingText({
  standing,
  isOverdue,
}: Pick<StandingWords, "standing" | "isOverdue">) {
  if (standing === "") return null;
  return (
    <Text size="xs" c={isOverdue ? "red" : "dimmed"} fw={isOverdue ? 600 : undefined}>
      {standing.charAt(0).toUpperCase() + standing.slice(1)}
    </Text>
  );
}

export const orderKey = ({ id }: TeamOrderRow) => id;
export const orderHref = ({ id }: TeamOrderRow) => `/admin/payment-status/${id}`;

/**
 * The columns of a list of orders. An order has one number, which emails, payments and the search
 * use too; a number of the row beside it would be taken for the order's.
 */
export function orderColumns(updateLabel: string): TableColumn<TeamOrderRow>[] {
  return [
    {
      heading: "Order",
      place: "detail",
      cell: ({ number }) => (
        <>
          <span className={tableClasses.word}>Order </span>
          {number}
        </>
      ),
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
      place: "wide",
      // The assignee has no column, because a window of 1024 px has no room for another one.
      cell: ({ packageName, assignee }) => (
        <>
          {packageName}{" "}
          {assignee !== "" && (
            <Text size="xs" c="dimmed" maw="9rem" truncate title={`Assigned to ${assignee}`}>
              <IconUser size={12} aria-hidden /> {assignee}
            </Text>
          )}
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
          <span className={saysOnlyUnpaid(order) ? tableClasses.doubled : undefined}>
            <StagePill stage={order.stage} status={order.orderStatus} />
          </span>
          {/* In the other stages the pill already says for whom the order waits. */}
          {waitsFor[order.stage] === "team" && <StandingText {...order} />}
        </>
      ),
    },
    {
      heading: "Payment Status",
      place: "mark",
      cell: (order) => (
        <div className={saysOnlyPaid(order) ? tableClasses.doubled : undefined}>
          <PaymentStanding order={order} />
        </div>
      ),
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

/** The pill of the payment says the same. */
function saysOnlyUnpaid({ stage, orderStatus }: TeamOrderRow): boolean {
  return orderStatus === "Pending" && (stage === "unpaid" || stage === "cancelled");
}

/** The stage of a paid order says that it is paid. */
function saysOnlyPaid({ paymentStatus, paymentMark, moneyNote }: TeamOrderRow): boolean {
  return paymentStatus === "Paid" && paymentMark === null && moneyNote === "";
}

/** The customer's name in the order, followed by the name of the company if the company has one. */
function nameOf({ customerName, companyName }: TeamOrderRow): string {
  return [customerName, companyName].filter(Boolean).join(", ");
}
