import { addressOf } from "../../../seo/public-pages.ts";
import { useSite } from "../../site-layout.tsx";
import type { OrderRow } from "./order-row.server.ts";

/**
 * The site to be worked on, while there is still time to tell of another. Of a paid order that lacks it,
 * the next step says so.
 */
export function WebsiteNote({ order }: { order: OrderRow }) {
  const { site } = useSite();
  if (order.paymentStatus === "Cancelled" || order.paymentStatus === "Refunded") return null;
  // It carries nothing: the contact page is one for everybody.
  const tellUs = <a href={addressOf(site, "contact")}>Tell us</a>;
  if (order.customerWebsite === "" && order.paymentStatus === "Paid") return null;
  return order.customerWebsite === "" ? (
    <p className="order-step__note">
      We do not know yet which website to work on. {tellUs}, and name order {order.number}.
    </p>
  ) : (
    <p className="order-step__note">
      Is the website or the address wrong? {tellUs}, and name order {order.number}.
    </p>
  );
}
