import type { ReactNode } from "react";
import { pricePer } from "#content/model/plan-interval.ts";
import { useSite } from "../site-layout.tsx";
import { DataTable } from "../ui/customer/data-table.tsx";
import { Pagination } from "../ui/customer/pagination.tsx";
import { PlanPlant } from "../ui/drawings/packet-plants.tsx";
import { ButtonLink } from "../ui/forms/button.tsx";
import { useLook } from "../ui/look-context.ts";
import { useSheet } from "../ui/styles/style-sheets.ts";
import { nextStepLine, OrderInList, OrderStatusMark, PaymentCell } from "./order/order-cells.tsx";
import orderingSheet from "./ordering.css?sheet";
import type { ListedOrder, OrdersPage } from "./orders-page.server.ts";

const drawings = ["radishes", "wheat", "sunflower"];

function NoOrders() {
  useSheet(orderingSheet);
  const { site } = useSite();
  const { hasDrawings } = useLook();
  return (
    <div className="no-orders">
      <div className="no-orders__words">
        <p>You have not ordered anything yet.</p>
        {site.pricingPackages.length > 0 && <ButtonLink href="/#pricing">Choose a plan</ButtonLink>}
      </div>
      {hasDrawings && (
        <div className="no-orders__packets" aria-hidden="true">
          {drawings.map((drawing) => (
            <div className={`no-orders__packet packet--${drawing}`} key={drawing}>
              <PlanPlant drawing={drawing} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

interface OrdersTableProps {
  caption: string;
  /** Heading of the column with the position of each order. */
  numberColumn: string;
  /**
   * Heading of the date column. The specification uses "Date" in one table and "Order Date" in
   * another.
   */
  dateColumn: "Date" | "Order Date";
  withAmount?: boolean;
  /** False if the page has the buttons of the next steps elsewhere. */
  hasButtons?: boolean;
  orders: OrdersPage;
  path: string;
}

export function OrdersTable(props: OrdersTableProps) {
  const {
    caption,
    numberColumn,
    dateColumn,
    withAmount = false,
    hasButtons = true,
    orders,
    path,
  } = props;
  const amount = withAmount && orders.items.some(({ price }) => price !== "") ? ["Amount"] : [];
  const firstWanted = hasButtons && orders.items.find(({ nextStep }) => nextStep?.action);
  const lineOf = (order: ListedOrder) =>
    nextStepLine(order, { hasButton: hasButtons, isFirst: order === firstWanted });
  const cellsOf = (order: ListedOrder, index: number): ReactNode[] => [
    orders.offset + index + 1,
    <OrderInList key="date" order={order} withPrice={!withAmount} />,
    order.customerName,
    ...(amount.length > 0
      ? [
          order.price === ""
            ? ""
            : pricePer(`${order.price} USD`, order.isFirstOther ? "once" : order.charged),
        ]
      : []),
    <OrderStatusMark key="status" order={order} />,
    <PaymentCell key="payment" order={order} isFirst={order === firstWanted} />,
  ];
  return (
    <div className="orders">
      <DataTable
        caption={caption}
        isNumbered
        columns={[
          numberColumn,
          dateColumn,
          "Your Name",
          ...amount,
          "Order Status",
          "Payment Status",
        ]}
        rows={orders.items.map((order, index) => ({
          key: order.id,
          cells: cellsOf(order, index),
          note: lineOf(order),
        }))}
        empty={<NoOrders />}
      />
      {orders.total > 0 && (
        <Pagination
          page={orders.page}
          pageCount={orders.pageCount}
          hrefOf={(page) => `${path}?page=${page}`}
          label={`Pages of ${caption}`}
        />
      )}
    </div>
  );
}
