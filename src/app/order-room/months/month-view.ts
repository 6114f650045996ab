import { listHeadings, listTitle } from "#reports/figures/list-kinds.ts";
import type { MonthNumbers, NumberSeries } from "#reports/month-series.ts";
import { changeOf, shownNumber } from "#reports/read-number.ts";
import type { ReportList, ReportNumber } from "#reports/report.ts";
import type { SearchTable } from "#reports/searches/search-positions.ts";

interface ShownBar {
  readonly name: string;
  readonly value: string;
  /** In percent of the chart. */
  readonly start: number;
  readonly width: number;
}

export interface ShownNumber {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly source: string;
  /** "" without an earlier value. */
  readonly earlier: string;
  /** "+300", "−150.5", "no change" or "". */
  readonly change: string;
  /** The bars of this month and of the earlier value; empty without an earlier value. */
  readonly bars: readonly ShownBar[];
}

/** Searches or pages with the most clicks. */
export interface ShownList {
  readonly kind: ReportList["kind"];
  readonly title: string;
  /** Heading of the names: "Search" or "Page". */
  readonly heading: string;
  readonly source: string;
  readonly note: string;
  readonly lines: readonly ShownLine[];
  /** False when the file has no impressions. */
  readonly hasImpressions: boolean;
  readonly hasPositions: boolean;
}

interface ShownLine {
  readonly name: string;
  readonly clicks: string;
  /** Share of the clicks of the first line, in percent. */
  readonly width: number;
  readonly impressions: string;
  readonly position: string;
}

export interface MonthView {
  /** "2026-11". */
  readonly month: string;
  /** "November 2026". */
  readonly name: string;
  /** "Nov 2026". */
  readonly shortName: string;
  readonly done: string;
  readonly changed: string;
  readonly next: string;
  readonly orderNumber: number;
  /** Such as "example.com"; "" for an order without a website. */
  readonly website: string;
  /** Null for a draft. */
  readonly sent: { readonly iso: string; readonly date: string } | null;
  readonly numbers: readonly ShownNumber[];
  /** The numbers of earlier months, for the charts of a preview. */
  readonly earlier: readonly MonthNumbers[];
  readonly series: readonly NumberSeries[];
  readonly searches: SearchTable;
  readonly lists: readonly ShownList[];
}

export function shownListOf(list: ReportList): ShownList {
  const { kind, source, note, lines } = list;
  const most = Math.max(1, ...lines.map(({ clicks }) => clicks));
  return {
    kind,
    source,
    note,
    title: listTitle(list),
    heading: listHeadings[kind],
    hasImpressions: lines.some(({ impressions }) => impressions !== null),
    hasPositions: lines.some(({ position }) => position !== ""),
    lines: lines.map(({ name, clicks, impressions, position }) => ({
      name: shortPath(name),
      position,
      width: (100 * clicks) / most,
      clicks: shownNumber(String(clicks)),
      impressions: impressions === null ? "" : shownNumber(String(impressions)),
    })),
  };
}

/** "/plans/" of "https://example.com/plans/"; other names as they are. */
function shortPath(name: string): string {
  const url = /^https?:\/\//.test(name) ? URL.parse(name) : null;
  if (url === null) return name;
  try {
    return decodeURI(url.pathname + url.search);
  } catch {
    return url.pathname + url.search;
  }
}

/** Lays out the bars of a number, on the server and in the preview of the panel. */
export function shownNumberOf(number: ReportNumber, month: string): ShownNumber {
  const { label, value, earlier, unit, source } = number;
  const isComparable = value !== "" && earlier !== "";
  return {
    label,
    unit,
    source,
    value: shownNumber(value),
    earlier: earlier === "" ? "" : shownNumber(earlier),
    change: isComparable ? changeOf(value, earlier) : "",
    bars: isComparable
      ? barsOf([
          [month, value],
          ["Earlier", earlier],
        ])
      : [],
  };
}

/** Bars from a common zero, also for negative values. */
function barsOf(values: readonly (readonly [name: string, value: string])[]): readonly ShownBar[] {
  const amounts = values.map(([, value]) => Number(value));
  const [least, most] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  const place = (amount: number) => (100 * (amount - least)) / (most - least || 1);
  return values.map(([name, value]) => {
    const [from, to] = [place(Math.min(0, Number(value))), place(Math.max(0, Number(value)))];
    // Zero is a thin line.
    return { name, value: shownNumber(value), start: from, width: Math.max(0.5, to - from) };
  });
}
