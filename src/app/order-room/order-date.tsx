import type { OrderView } from "./order-view.server.ts";

export function OrderDate({ order }: { order: OrderView }) {
  return (
    <time dateTime={order.isoDate} title={order.fullDate}>
      {order.date}
    </time>
  );
}
