import type { Queries } from "#platform/database/database.ts";
import { daysOf } from "#platform/time/dates.ts";
import { shownNumber } from "../read-number.ts";
import type { ReportNumber } from "../report.ts";
import type {
  OrderFigureListRow,
  OrderFigureNumberRow,
  OrderFiguresRow,
} from "./figure-tables.server.ts";
import { clicksLabel, type FoundList, type ListedLine, searchConsole } from "./found-figures.ts";

/** Numbers about an order's website in one period, read from one file. */
export interface OrderFigures {
  readonly id: string;
  readonly fileName: string;
  /** "Search Console, Nov 1 – 30, 2026". */
  readonly name: string;
  /** `name`, and for Search Console "Pacific time", the time zone of its days. */
  readonly source: string;
  /** "Nov 1 – 30, 2026". */
  readonly period: string;
  readonly numbers: readonly ReportNumber[];
  readonly lists: readonly FoundList[];
  /**
   * Sentence about the searches that the list leaves out, or about its longer period; "" for a
   * complete list or no list.
   */
  readonly note: string;
}

export function periodsOf(queries: Queries, orderId: string): Promise<readonly OrderFiguresRow[]> {
  return queries
    .selectFrom("order_figures")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("first_day", "desc")
    .orderBy("last_day", "desc")
    .orderBy("source")
    .execute();
}

/**
 * Adds the numbers and lists to each period. Each number gets its value in the previous period of
 * the same source as its earlier value.
 */
export async function withFigures(
  queries: Queries,
  rows: readonly OrderFiguresRow[],
): Promise<readonly OrderFigures[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const numbers = await queries
    .selectFrom("order_figure_numbers")
    .selectAll()
    .where("figures_id", "in", ids)
    .orderBy("position")
    .execute();
  const lists = await queries
    .selectFrom("order_figure_lists")
    .selectAll()
    .where("figures_id", "in", ids)
    .orderBy("kind", "desc")
    .execute();
  return rows.map((row) => asFigures(row, { rows, numbers, lists }));
}

interface AllFigures {
  readonly rows: readonly OrderFiguresRow[];
  readonly numbers: readonly OrderFigureNumberRow[];
  readonly lists: readonly OrderFigureListRow[];
}

function asFigures(row: OrderFiguresRow, { rows, numbers, lists }: AllFigures): OrderFigures {
  const { id, query_clicks: listed } = row;
  const period = periodOf(row.first_day, row.last_day);
  const name = `${row.source}, ${period}`;
  const source = row.source.startsWith(searchConsole) ? `${name}, Pacific time` : name;
  const before = rows.find((one) => one.source === row.source && one.last_day < row.first_day);
  const own = numbers.filter(({ figures_id }) => figures_id === id);
  const clicks = Number(own.find(({ label }) => label === clicksLabel)?.value ?? 0);
  const isPartial = listed !== null && listed < clicks;
  const [part, whole] = [listed ?? 0, clicks].map((count) => shownNumber(String(count)));
  const partial = `; listed searches: ${part} of ${whole} clicks, rare ones are anonymised`;
  return {
    id,
    fileName: row.file_name,
    name,
    source,
    period,
    numbers: own.map(({ label, value, unit }) => ({
      label,
      value,
      unit,
      earlier:
        numbers.find((one) => one.figures_id === before?.id && one.label === label)?.value ?? "",
      source: isPartial && label === clicksLabel ? source + partial : source,
    })),
    lists: lists
      .filter(({ figures_id }) => figures_id === id)
      .map(({ kind, lines }) => ({ kind, lines: JSON.parse(lines) as readonly ListedLine[] })),
    note:
      own.length === 0
        ? "Search Console lists searches and pages for the whole period of an export, not for each month."
        : isPartial
          ? `All listed searches together have ${part} of the ${whole} clicks: Search Console leaves out rare searches, so that nobody can be recognised by them.`
          : "",
  };
}

/** Writes plain spaces instead of narrow ones, so that reports can be compared and searched. */
export function periodOf(first: string, last: string): string {
  return daysOf(first, last).replace(/[\u2009\u202f]/g, " ");
}
