import type { ComponentType } from "react";
import { CustomerAccess } from "./access/customer-access.tsx";
import type { CustomerPartProps } from "./customer-part.ts";
import { CustomerDeliveries } from "./deliveries/customer-deliveries.tsx";
import { CustomerFiles } from "./files/customer-files.tsx";
import { CustomerMessages } from "./messages/customer-messages.tsx";
import { CustomerReceipt } from "./money/customer-receipt.tsx";
import { CustomerMonths } from "./months/customer-months.tsx";
import { CustomerNextMonth } from "./next-month/customer-next-month.tsx";
import { CustomerPasswords } from "./passwords/customer-passwords.tsx";
import type { CustomerRoom } from "./room-parts.server.ts";
import { CustomerTimeline } from "./timeline/customer-timeline.tsx";
import { CustomerWebsite } from "./website/customer-website.tsx";

type Parts = Partial<Record<keyof CustomerRoom, ComponentType<CustomerPartProps>>>;

/**
 * The parts of the room on the customer's page, from top to bottom. A part shows nothing where its
 * data was not read.
 */
const above: Parts = {
  nextMonth: CustomerNextMonth,
  deliveries: CustomerDeliveries,
  website: CustomerWebsite,
  months: CustomerMonths,
  payment: CustomerReceipt,
};
const exchange: Parts = {
  messages: CustomerMessages,
  files: CustomerFiles,
  passwords: CustomerPasswords,
};
const below: Parts = {
  timeline: CustomerTimeline,
  access: CustomerAccess,
};

export function CustomerParts({ room, form }: CustomerPartProps) {
  const { messages, order } = room;
  const isOpen = messages && (messages.messages.length > 0 || order.paymentStatus === "Paid");
  return (
    <>
      {shown(above, { room, form })}
      {isOpen && <div className="order-room">{shown(exchange, { room, form })}</div>}
      {shown(below, { room, form })}
    </>
  );
}

function shown(parts: Parts, props: CustomerPartProps) {
  return Object.entries(parts).map(([id, Part]) => <Part key={id} {...props} />);
}
