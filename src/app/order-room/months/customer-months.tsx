import type { CustomerPartProps } from "../customer-part.ts";
import { LivePart } from "../live/live-updates.tsx";

/** Links to the reports of the order, the newest first. */
export function CustomerMonths({ room: { months } }: CustomerPartProps) {
  if (months === undefined) return null;
  return (
    <LivePart name="months">
      {months.length > 0 && (
        <section className="deliveries" aria-labelledby="months-title">
          <h2 id="months-title">Your months</h2>
          <ul className="month-list">
            {months.map(({ name, path }) => (
              <li key={path}>
                <a href={path}>{name}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </LivePart>
  );
}
