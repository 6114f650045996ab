import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import { LivePart } from "../live/live-updates.tsx";
import type { WebsiteView } from "./website-part.server.ts";
import websiteStripSheet from "./website-strip.css?sheet";

export function CustomerWebsite({ room: { website } }: CustomerPartProps) {
  useSheet(websiteStripSheet);
  if (website === undefined) return null;
  return (
    <LivePart name="website">
      <WebsiteStrip website={website} />
    </LivePart>
  );
}

/** Differences on the customer's website since the work began, by family of checks. */
function WebsiteStrip({ website: { before, nextAfter, differences } }: { website: WebsiteView }) {
  if (differences === null) {
    if (before === null || before.state !== "done") return null;
    return (
      <section className="website-strip" aria-labelledby="website-title">
        <h2 id="website-title">Your website since your order</h2>
        <p>
          We checked {before.pages === 1 ? "1 page" : `${before.pages} pages`} before our work.{" "}
          {before.sample} After our delivery, you will see here what has changed.
        </p>
      </section>
    );
  }
  // A website that does not answer is tried again much later, so its check is not under way.
  const isUnderWay =
    nextAfter !== null &&
    nextAfter.nextAttempt === "" &&
    ["waiting", "crawling", "reading"].includes(nextAfter.state);
  const { families, checks, compared, notes, beforeDate, afterDate } = differences;
  const most = Math.max(1, ...families.flatMap(({ before: then, after }) => [then, after]));
  const mended = checks.filter((check) => check.mended.length > 0);
  return (
    <section className="website-strip" aria-labelledby="website-title">
      <h2 id="website-title">Your website since your order</h2>
      {families.length === 0 ? (
        <p>
          Neither of our checks found a fault on the {compared === 1 ? "page" : `${compared} pages`}{" "}
          that we read both times.
        </p>
      ) : (
        <table>
          <caption>
            Faults on {compared === 1 ? "the page" : `the ${compared} pages`} that we read both
            times
          </caption>
          <thead className="website-strip__head">
            <tr>
              <th scope="col">Question</th>
              <th scope="col">
                <Swatch look="then" />
                {beforeDate}
              </th>
              <th scope="col">
                <Swatch look="now" />
                {afterDate}
              </th>
            </tr>
          </thead>
          <tbody>
            {families.map(({ family, title, before: then, after }) => (
              <tr key={family}>
                <th scope="row">
                  {title}
                  <Bars before={then} after={after} most={most} />
                </th>
                <td>{then}</td>
                <td>
                  {after}
                  {then > 0 && after === 0 && (
                    <span className="website-strip__word website-strip__word--good"> fixed</span>
                  )}
                  {after > then && <span className="website-strip__word"> more</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {notes.length > 0 && <p className="order-step__note">{notes.join(" ")}</p>}
      {isUnderWay && <p className="order-step__note">We are checking your website again now.</p>}
      {mended.length > 0 && (
        <details>
          <summary>What we have fixed</summary>
          <ul>
            {mended.map(({ id, label, before: then, after }) => (
              <li key={id}>
                {label}: {then} → {after}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

interface BarsProps {
  before: number;
  after: number;
  most: number;
}

const barHeight = 8;

/** The two numbers of the row as bars: hatched for the start, filled for now. */
function Bars({ before, after, most }: BarsProps) {
  const widthOf = (count: number) => `${count === 0 ? 0 : Math.max(1, (100 * count) / most)}%`;
  return (
    <svg className="website-strip__bars" width="100%" height={2 * barHeight + 3} aria-hidden="true">
      <rect className="website-strip__then" width={widthOf(before)} height={barHeight} />
      <rect
        className="website-strip__now"
        y={barHeight + 3}
        width={widthOf(after)}
        height={barHeight}
      />
    </svg>
  );
}

/** Legend of a column's bars. The first swatch defines the hatching pattern of all bars. */
function Swatch({ look }: { look: "then" | "now" }) {
  return (
    <svg className="website-strip__swatch" width="12" height="12" aria-hidden="true">
      {look === "then" && (
        <defs>
          <pattern id="website-then" width="7" height="7" patternUnits="userSpaceOnUse">
            <path className="website-strip__hatch" d="M-1,1 l2,-2 M0,7 l7,-7 M6,8 l2,-2" />
          </pattern>
        </defs>
      )}
      <rect className={`website-strip__${look}`} width="12" height="12" />
    </svg>
  );
}
