import { Button } from "../ui/forms/button.tsx";
import { useSheet } from "../ui/styles/style-sheets.ts";
import wantedStepsSheet from "./wanted-steps.css?sheet";

export interface OwnOfferView {
  readonly id: string;
  readonly title: string;
  readonly total: string;
  readonly lastDay: string;
  /** "" for an offer to the customer alone. */
  readonly company: string;
}

/** The offers that wait for the customer. Looking at one orders nothing. */
export function OwnOffers({ offers }: { offers: readonly OwnOfferView[] }) {
  useSheet(wantedStepsSheet);
  if (offers.length === 0) return null;
  return (
    <section className="wanted-steps" aria-labelledby="own-offers">
      <h2 id="own-offers">{offers.length === 1 ? "An offer for you" : "Offers for you"}</h2>
      <ul>
        {offers.map(({ id, title, total, lastDay, company }) => (
          <li key={id}>
            <p>
              <strong>{title}</strong>
              <span>
                {total}, open until the end of {lastDay}
                {company !== "" && `, for ${company}`}
              </span>
            </p>
            {/* Opening an offer gives the browser a cookie, so the button posts. */}
            <form method="post" action="/offer">
              <input type="hidden" name="offerId" value={id} />
              <Button variant="secondary" label={`See the offer “${title}”`}>
                See the offer
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
