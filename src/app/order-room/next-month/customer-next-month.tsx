import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import { LivePart } from "../live/live-updates.tsx";
import nextMonthSheet from "./next-month.css?sheet";
import { NextMonthOffer } from "./next-month-offer.tsx";

/** The offer of the next month, and links to the orders before and after. */
export function CustomerNextMonth({ room: { nextMonth } }: CustomerPartProps) {
  useSheet(nextMonthSheet);
  const { previous, next, offer, subscriptionId } = nextMonth;
  return (
    <LivePart name="next-month">
      {offer && (
        <section aria-labelledby="next-month-title" id="next-month">
          <h2 id="next-month-title">Order the next month</h2>
          <NextMonthOffer offer={offer} />
        </section>
      )}
      {(previous || next || subscriptionId) && (
        <nav className="month-chain" aria-label="Months of this work">
          {subscriptionId && (
            <a href={`/my-plan/${subscriptionId}`}>Your plan, with all its months</a>
          )}
          {previous && (
            <a href={`/my-order/${previous.id}`}>Previous month: order {previous.number}</a>
          )}
          {next && (
            <a href={next.isUnpaid ? `/pay-now/${next.id}` : `/my-order/${next.id}`}>
              {next.isUnpaid ? "Pay for the next month" : "Next month"}: order {next.number}
            </a>
          )}
        </nav>
      )}
    </LivePart>
  );
}
