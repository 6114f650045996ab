import type { CustomerPartProps } from "#app/order-room/customer-part.ts";
import { DeliveryAnswers } from "#app/order-room/deliveries/delivery-answers.tsx";
import { OpenQuestions } from "#app/order-room/messages/customer-messages.tsx";
import type { CustomerRoom } from "#app/order-room/room-parts.server.ts";
import { useSite } from "#app/site-layout.tsx";
import { addressOf } from "#seo/public-pages.ts";
import { isCorrectable, NextStep, SentAnswers } from "./next-step.tsx";

/** What the customer should know first: the state of the order and the next step. */
export function OrderWords({ room, form }: CustomerPartProps) {
  const { order, messages, brief } = room;
  const { site } = useSite();
  return (
    <div className="order-step__words" data-live-part="words">
      <NextStep room={room} contactPath={addressOf(site, "contact")} />
      <DeliveryAnswers room={room} form={form} />
      {messages && <OpenQuestions questions={messages.questions} />}
      {messages && messages.unread !== "" && (
        <p>
          <a href="#messages">
            {messages.unread === "1"
              ? "We sent you a message"
              : `We sent you ${messages.unread} messages`}
          </a>
        </p>
      )}
      {brief && order.paymentStatus === "Paid" && <SentAnswers orderId={order.id} brief={brief} />}
      {messages && order.orderStatus === "Pending" && <WebsiteNote room={room} />}
    </div>
  );
}

/**
 * Asks the customer for the missing website or, if the order has a website, for corrections. For a
 * paid order without a website, `NextStep` asks instead.
 */
function WebsiteNote({ room: { order, payment } }: { room: CustomerRoom }) {
  const { site } = useSite();
  if (order.paymentStatus === "Cancelled" || order.paymentStatus === "Refunded") return null;
  // A link without the order number, because the contact page is cached for all visitors.
  const tellUs = <a href={addressOf(site, "contact")}>Tell us</a>;
  if (order.customerWebsite === "" && order.paymentStatus === "Paid") return null;
  if (order.customerWebsite !== "" && isCorrectable(order, payment.progress)) return null;
  return order.customerWebsite === "" ? (
    <p className="order-step__note">
      We do not know which website to work on yet. {tellUs} and mention order {order.number}.
    </p>
  ) : (
    <p className="order-step__note">
      Is the website or the address wrong? {tellUs} and mention order {order.number}.
    </p>
  );
}
