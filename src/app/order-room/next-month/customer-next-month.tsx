import { Icon } from "#app/ui/drawings/icon.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import { LivePart } from "../live/live-updates.tsx";
import nextMonthSheet from "./next-month.css?sheet";
import { NextMonthOffer } from "./next-month-offer.tsx";

/** The offer of the next month, and links to the orders before and after. */
export function CustomerNextMonth({ room: { nextMonth } }: CustomerPartProps) {
  useSheet(nextMonthSheet);
  const { previous, next, offer, cycle } = nextMonth;
  return (
    <LivePart name="next-month">
      {offer && (
        <section aria-labelledby="next-month-title" id="next-month">
          <h2 id="next-month-title">Order the next month</h2>
          <NextMonthOffer offer={offer} />
        </section>
      )}
      {(previous || next || cycle) && (
        <nav className="month-chain" aria-label="Months of this work">
          {cycle && (
            <p>
              <span>
                {capitalised(cycle.noun)} {cycle.number} of your plan, {cycle.period}
              </span>
              <a href={`/my-plan/${cycle.subscriptionId}`}>Your plan, with all its months</a>
            </p>
          )}
          {previous && (
            <a href={`/my-order/${previous.id}`} rel="prev">
              <Icon name="arrow" />
              <span>Previous month: order {previous.number}</span>
            </a>
          )}
          {next && (
            <a href={next.isUnpaid ? `/pay-now/${next.id}` : `/my-order/${next.id}`} rel="next">
              <span>
                {next.isUnpaid ? "Pay for the next month" : "Next month"}: order {next.number}
              </span>
              <Icon name="arrow" />
            </a>
          )}
        </nav>
      )}
    </LivePart>
  );
}

const capitalised = (noun: string) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
