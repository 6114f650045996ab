import { subscriberLimits } from "../../../inbox/inbox-limits.ts";
import { Button } from "../forms/button.tsx";
import { FormTrap } from "../forms/honeypot.tsx";

// Where along the row a sprout stands, in hundredths of it, and how far it is grown.
const sprouts = [
  { at: 1, size: 16 },
  { at: 15, size: 22 },
  { at: 29, size: 29 },
  { at: 44, size: 36 },
  { at: 60, size: 43 },
  { at: 77, size: 50 },
];

/** The subscribe form: an address is a seed at the end of a row that is already coming up. */
export function SeedRow({ heading }: { heading: string | undefined }) {
  return (
    <div className="seed-row grid">
      {heading && <h2 className="seed-row__heading">{heading}</h2>}
      <form className="seed-row__form" method="post" action="/subscribe">
        <label htmlFor="subscribe-email">Email</label>
        <div className="seed-row__line">
          <input
            id="subscribe-email"
            name="subemail"
            type="email"
            autoComplete="email"
            maxLength={subscriberLimits.subemail}
            required
          />
          <Button>Subscribe</Button>
        </div>
        <FormTrap />
      </form>
      <svg className="seed-row__sprouts" aria-hidden="true">
        {sprouts.map((sprout) => (
          <use
            key={sprout.at}
            href="#sprout"
            x={`${sprout.at}%`}
            y={54 - sprout.size}
            width={sprout.size}
            height={sprout.size}
          />
        ))}
      </svg>
    </div>
  );
}
