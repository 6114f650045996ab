import type { ReactNode } from "react";
import { useSite } from "#app/site-layout.tsx";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { addressOf } from "#seo/public-pages.ts";
import nextMonthSheet from "./next-month.css?sheet";
import type { NextMonthOfferView } from "./next-month-view.server.ts";

interface NextMonthOfferProps {
  offer: NextMonthOfferView;
  /** True where the page does not say which order is continued. */
  isNamed?: boolean;
  /** Form of a page that asks for a code first. */
  form?: ReactNode;
}

/** One press orders the plan once more and goes to the payment. */
export function NextMonthOffer({ offer, isNamed = false, form }: NextMonthOfferProps) {
  useSheet(nextMonthSheet);
  const { site } = useSite();
  const { orderId, orderNumber, website, plan, price, packagePrice, priceNote } = offer;
  const forWebsite = website === "" ? "" : ` for ${website}`;
  if (price === "") {
    return (
      <div className="next-month">
        <p>
          {plan}, which you ordered{forWebsite} as order {orderNumber}, is no longer sold.
        </p>
        <ButtonLink href={addressOf(site, "pricing")}>See the plans</ButtonLink>
      </div>
    );
  }
  return (
    <div className="next-month">
      <p>
        {isNamed ? `Order ${orderNumber} is complete. ` : ""}We carry on with {plan}
        {forWebsite}. Your details and your answers are taken over, except passwords and files.
      </p>
      {priceNote && <p className="next-month__price">{priceNote}</p>}
      {form ?? (
        <form method="post" action={`/my-order/${orderId}/next-month`}>
          <input type="hidden" name="packagePrice" value={packagePrice} />
          <Button>Order the next month for {price}</Button>
        </form>
      )}
    </div>
  );
}
