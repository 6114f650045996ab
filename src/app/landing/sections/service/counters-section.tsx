import plainCountersSheet from "#app/looks/plain-counters.css?sheet";
import { useLook } from "#app/ui/look-context.ts";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { Counters } from "#content/blocks/counters.ts";
import countersSheet from "./counters-section.css?sheet";

export function CountersSection({ counters }: { counters: Counters | undefined }) {
  const { hasDrawings } = useLook();
  useSheet(hasDrawings ? countersSheet : plainCountersSheet);
  if (!counters) return null;
  const markers = [
    { number: counters.happyClientsNumber, text: counters.happyClientsText },
    { number: counters.projectCompleteNumber, text: counters.projectCompleteText },
    { number: counters.yearofExperienceNumber, text: counters.yearofExperienceText },
    { number: counters.teamNumber, text: counters.teamText },
    { number: counters.winingAwardNumber, text: counters.winingAwardText },
  ].filter((marker) => marker.number !== "");
  return (
    <section className="counters" id="counters" aria-label="In numbers">
      <ul className="counters__markers grid">
        {markers.map((marker) => (
          <li className="counters__marker" key={marker.text}>
            <span className="counters__board">{shownNumber(marker.number)}</span>
            <span className="counters__text">{marker.text}</span>
          </li>
        ))}
      </ul>
      {hasDrawings && <Way />}
    </section>
  );
}

/** The way beside which the markers stand. */
function Way() {
  return (
    <svg
      className="counters__way"
      viewBox="0 0 1440 200"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="counters__lane" d={lane} vectorEffect="non-scaling-stroke" />
      <path className="counters__track" d={lane} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

const lane = "M-20 158C240 176 420 118 660 106s420 34 800-70";

/** A number that ends in 0 is a rounded one: 180+. Others are exact: 11, 2,316. */
function shownNumber(number: string): string {
  const isRounded = /^0*[1-9]\d*0$/.test(number);
  return `${grouped(number)}${isRounded ? "+" : ""}`;
}

/**
 * Separates thousands with commas; returns other texts unchanged. `toLocaleString` would load the
 * locale data of the runtime, which takes 7 MB of memory.
 */
function grouped(number: string): string {
  if (!/^\d+$/.test(number)) return number;
  return number.replace(/^0+(?=\d)/, "").replace(/\B(?=(\d{3})+$)/g, ",");
}
