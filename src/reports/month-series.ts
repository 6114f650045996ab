import { scaleBand, scaleLinear } from "d3-scale";
import { shownNumber } from "./read-number.ts";
import { monthAfter, monthName, type ReportNumber, shortMonthName } from "./report.ts";

/** The numbers of a sent report of an earlier month. */
export interface MonthNumbers {
  readonly month: string;
  readonly numbers: readonly ReportNumber[];
}

/** A number over the months, without gaps between the first and the last month. */
export interface NumberSeries {
  readonly label: string;
  readonly unit: string;
  readonly months: readonly {
    readonly month: string;
    /** A stored number; "" for a month without the number. */
    readonly value: string;
  }[];
}

/** Months of a chart, so that its columns stay readable on a phone. */
export const mostChartMonths = 12;
/** With fewer months, the bars of this month and of the earlier value say the same. */
const fewestMeasured = 3;

/** Each number of a month that earlier reports name in the same way, over these months. */
export function seriesOf(
  month: string,
  numbers: readonly ReportNumber[],
  earlier: readonly MonthNumbers[],
): readonly NumberSeries[] {
  const first = monthAfter(month, 1 - mostChartMonths);
  const known = earlier.filter((one) => one.month >= first && one.month < month);
  return numbers.flatMap(({ label, unit, value }) => {
    const values = new Map(
      known.flatMap((one) =>
        one.numbers
          .filter((number) => number.label === label && number.unit === unit && number.value !== "")
          .map((number) => [one.month, number.value] as const),
      ),
    );
    if (value !== "") values.set(month, value);
    if (label === "" || value === "" || values.size < fewestMeasured) return [];
    return [{ label, unit, months: filled([...values.keys()], month, values) }];
  });
}

function filled(measured: readonly string[], last: string, values: ReadonlyMap<string, string>) {
  const [first = last] = measured.toSorted();
  const months: { month: string; value: string }[] = [];
  for (let month = first; month <= last; month = monthAfter(month, 1)) {
    months.push({ month, value: values.get(month) ?? "" });
  }
  return months;
}

/** "Searches on the first page, of 30". */
export const nameOfSeries = ({ label, unit }: NumberSeries) =>
  unit === "" ? label : `${label}, ${unit}`;

/** "Visits: 610 in Jun 2026, not measured in Jul 2026, 1,284 in Oct 2026." */
export function seriesSentence({ label, months }: NumberSeries): string {
  const parts = months.map(({ month, value }) =>
    value === ""
      ? `not measured in ${shortMonthName(month)}`
      : `${shownNumber(value)} in ${shortMonthName(month)}`,
  );
  return `${label}: ${parts.join(", ")}.`;
}

interface ChartColumn {
  readonly month: string;
  /** "1,284"; "" for a month without the number. */
  readonly value: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Baseline of the value. */
  readonly valueY: number;
  /** False where the values would overlap. */
  readonly hasValue: boolean;
  /** "Nov". */
  readonly name: string;
  /** "2026" below the first month and each January; "" elsewhere. */
  readonly year: string;
}

export interface SeriesChart {
  readonly columns: readonly ChartColumn[];
  /** Where the columns begin: y of zero. */
  readonly zero: number;
  /** Baselines of the names and of the years. */
  readonly namesY: number;
  readonly yearsY: number;
}

export const chartWidth = 360;
export const chartHeight = 176;
const [top, bottom] = [24, 132];
const characterWidth = 7.5;

/** Places a series in a chart of `chartWidth` × `chartHeight`, for web pages and PDFs. */
export function seriesChart({ months }: NumberSeries): SeriesChart {
  const band = scaleBand<string>()
    .domain(months.map(({ month }) => month))
    .range([0, chartWidth])
    .paddingInner(0.28)
    .paddingOuter(0.14);
  const amounts = months.flatMap(({ value }) => (value === "" ? [] : [Number(value)]));
  const height = scaleLinear()
    .domain([Math.min(0, ...amounts), Math.max(0, ...amounts) || 1])
    .range([bottom, top]);
  const zero = height(0);
  const shown = months.map(({ value }) => (value === "" ? "" : shownNumber(value)));
  const widest = Math.max(...shown.map((text) => text.length)) * characterWidth;
  const isRoomy = widest <= band.step();
  return {
    zero,
    namesY: bottom + 20,
    yearsY: bottom + 36,
    columns: months.map(({ month, value }, nth) => {
      const end = value === "" ? zero : height(Number(value));
      return {
        month,
        value: shown[nth] ?? "",
        x: band(month) ?? 0,
        width: band.bandwidth(),
        y: Math.min(zero, end),
        // Zero is a thin line.
        height: value === "" ? 0 : Math.max(1, Math.abs(end - zero)),
        valueY: Math.min(zero, end) - 6,
        hasValue: isRoomy || nth === 0 || nth === months.length - 1,
        name: monthName(month).slice(0, 3),
        year: nth === 0 || month.endsWith("-01") ? month.slice(0, 4) : "",
      };
    }),
  };
}
