import orderingSheet from "#app/ordering/ordering.css?sheet";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import { LivePart } from "../live/live-updates.tsx";
import deliveryCardSheet from "./delivery-card.css?sheet";
import { DeliveryCard } from "./delivery-card.tsx";
import type { DeliveriesView } from "./delivery-view.server.ts";

export function CustomerDeliveries({ room: { deliveries } }: CustomerPartProps) {
  if (deliveries === undefined) return null;
  return (
    <LivePart name="deliveries">
      <OrderDeliveries deliveries={deliveries} />
    </LivePart>
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
