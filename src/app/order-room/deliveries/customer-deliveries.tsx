import { PointList } from "#app/landing/sections/home/about-section.tsx";
import orderingSheet from "#app/ordering/ordering.css?sheet";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import { LivePart } from "../live/live-updates.tsx";
import deliveryCardSheet from "./delivery-card.css?sheet";
import { DeliveryCard } from "./delivery-card.tsx";
import type { DeliveriesView } from "./delivery-view.server.ts";

export function CustomerDeliveries({ room: { order, deliveries } }: CustomerPartProps) {
  if (deliveries === undefined) return null;
  const isOpen = order.paymentStatus === "UnPaid" || order.paymentStatus === "Paid";
  return (
    <LivePart name="deliveries">
      {deliveries.deliveries.length === 0 && isOpen ? (
        <Promised points={deliveries.promised.map(({ point }) => point)} />
      ) : (
        <OrderDeliveries deliveries={deliveries} />
      )}
    </LivePart>
  );
}

/** What the order promises, until the first delivery shows a proof for each point. */
function Promised({ points }: { points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <section aria-labelledby="promised-title">
      <h2 id="promised-title">What is included</h2>
      <PointList points={points} />
    </section>
  );
}

/** The deliveries of an order, newest first. */
export function OrderDeliveries({ deliveries }: { deliveries: DeliveriesView }) {
  // The first delivery can come into an open page, without its style sheet.
  useSheet(orderingSheet, deliveryCardSheet);
  const [newest, ...earlier] = deliveries.deliveries;
  if (newest === undefined) return null;
  return (
    <section className="deliveries" id="deliveries" aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">{earlier.length === 0 ? "Your delivery" : "Your deliveries"}</h2>
      <DeliveryCard delivery={newest} />
      {earlier.map((delivery) => (
        <details className="deliveries__earlier" key={delivery.number}>
          <summary>
            Delivery {delivery.number}, {delivery.date}
          </summary>
          <DeliveryCard delivery={delivery} />
        </details>
      ))}
    </section>
  );
}
