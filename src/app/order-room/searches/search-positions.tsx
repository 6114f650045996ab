import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { NumberSeries } from "#reports/month-series.ts";
import { shortMonthName } from "#reports/report.ts";
import {
  beyondPositions,
  changeOfPosition,
  onFirstPage,
  positionWords,
  type SearchTable,
} from "#reports/searches/search-positions.ts";
import { SeriesChart } from "../months/series-chart.tsx";
import searchPositionsSheet from "./search-positions.css?sheet";

/** Months that stand side by side; a chart shows the earlier ones. */
const mostColumns = 4;
const signs = { better: "▲", worse: "▼", same: "", unknown: "" } as const;

interface SearchPositionsProps {
  table: SearchTable;
  /** Id of the heading of the table. */
  labelledBy: string;
}

/** The tracked searches with their positions in each month, and the change since the last one. */
export function SearchPositions({ table, labelledBy }: SearchPositionsProps) {
  useSheet(searchPositionsSheet);
  const { lines } = table;
  const first = Math.max(0, table.months.length - mostColumns);
  const months = table.months.slice(first);
  const chart = firstPageSeries(table);
  return (
    <div className="search-positions">
      <p>{firstPageSentence(table)}</p>
      <table className="search-table" aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">Search</th>
            {months.map((month) => (
              <th scope="col" key={month}>
                {shortMonthName(month)}
              </th>
            ))}
            {table.months.length > 1 && <th scope="col">Since last month</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ search, positions }) => {
            const [before = "", now = ""] = positions.slice(-2);
            const change = changeOfPosition(now, before);
            return (
              <tr key={search}>
                <th scope="row">{search}</th>
                {months.map((month, nth) => {
                  const position = positions[first + nth] ?? "";
                  const isEarlier = nth < months.length - 2;
                  const isPlain = position !== "" && position !== beyondPositions;
                  return (
                    <td
                      key={month}
                      data-label={shortMonthName(month)}
                      className={[
                        isPlain ? "" : "search-table__words",
                        isEarlier ? "search-table__earlier" : "",
                      ]
                        .join(" ")
                        .trim()}
                    >
                      {positionWords(position)}
                    </td>
                  );
                })}
                {table.months.length > 1 && (
                  <td
                    data-label="Since last month"
                    className={`search-table__change search-table__change--${change.kind}`}
                  >
                    <span>
                      {signs[change.kind] && <span aria-hidden="true">{signs[change.kind]} </span>}
                      {change.words}
                    </span>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="search-positions__note">
        Place among the results of a search: a lower number is better.
      </p>
      {chart && (
        <div className="search-positions__chart">
          <SeriesChart series={chart} />
        </div>
      )}
    </div>
  );
}

function firstPageSentence(table: SearchTable): string {
  const counts = onFirstPage(table);
  const count = counts.at(-1);
  const month = table.months.at(-1);
  const all = table.lines.length;
  const named = all === 1 ? "1 tracked search" : `${all} tracked searches`;
  if (month === undefined || count === null || count === undefined) {
    return `${named}, not measured yet${month === undefined ? "" : ` in ${shortMonthName(month)}`}.`;
  }
  const before = counts.at(-2);
  const [is] = count === 1 ? ["is"] : ["are"];
  const earlier =
    counts.length > 1 && typeof before === "number"
      ? `, ${before} in ${shortMonthName(table.months.at(-2) ?? "")}`
      : "";
  return `${count} of ${named} ${is} on the first page in ${shortMonthName(month)}${earlier}.`;
}

/** Undefined for a single measured month. */
function firstPageSeries(table: SearchTable): NumberSeries | undefined {
  const counts = onFirstPage(table);
  if (counts.filter((count) => count !== null).length < 2) return undefined;
  return {
    label: "Searches on the first page",
    unit: `of ${table.lines.length}`,
    months: table.months.map((month, nth) => ({ month, value: String(counts[nth] ?? "") })),
  };
}
