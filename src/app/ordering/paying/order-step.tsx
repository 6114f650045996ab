import type { ReactNode } from "react";
import { OrderReceipt } from "../order/order-receipt.tsx";
import type { OrderRow } from "../order/order-row.server.ts";

/** A step of an order beside its summary. */
export function OrderStep({ order, children }: { order: OrderRow; children: ReactNode }) {
  return (
    <div className="order-step">
      <div className="order-step__words">{children}</div>
      <OrderReceipt order={order} />
    </div>
  );
}
