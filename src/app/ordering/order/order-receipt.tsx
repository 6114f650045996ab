import { Receipt } from "../../ui/customer/receipt.tsx";
import { OrderDate } from "./order-cells.tsx";
import type { OrderRow } from "./order-row.server.ts";

/** Summary of an order on the pages for payment, confirmation and cancellation. */
export function OrderReceipt({ order }: { order: OrderRow }) {
  return (
    <Receipt
      title={`Order ${order.number}`}
      plan={order.packageName}
      rows={[
        { label: "Ordered", value: <OrderDate order={order} /> },
        { label: "For", value: order.customerName },
        { label: "Address", value: order.customerAddress },
        ...(order.customerWebsite ? [{ label: "Website", value: order.customerWebsite }] : []),
        { label: "Account", value: order.customerEmail },
      ]}
      total={`${order.price} USD`}
    />
  );
}
