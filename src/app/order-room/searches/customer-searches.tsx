import type { CustomerPartProps } from "../customer-part.ts";
import { LivePart } from "../live/live-updates.tsx";
import { SearchPositions } from "./search-positions.tsx";

/** The tracked searches of the order, also before they are chosen if its plan promises them. */
export function CustomerSearches({ room: { searches } }: CustomerPartProps) {
  if (searches === undefined) return null;
  const { table, promised } = searches;
  return (
    <LivePart name="searches">
      {(table.lines.length > 0 || promised > 0) && (
        <section className="deliveries" aria-labelledby="searches-title" id="searches">
          <h2 id="searches-title">Your searches</h2>
          {table.lines.length > 0 ? (
            <SearchPositions table={table} labelledBy="searches-title" />
          ) : (
            <p>
              {promised === 1
                ? "Your plan tracks 1 search. Its position appears here"
                : `Your plan tracks ${promised} searches. Their positions appear here`}{" "}
              as soon as we have chosen and measured {promised === 1 ? "it" : "them"}.
            </p>
          )}
        </section>
      )}
    </LivePart>
  );
}
