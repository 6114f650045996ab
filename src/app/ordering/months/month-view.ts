import { changeOf, shownNumber } from "../../../orders/reports/read-number.ts";
import type { ReportNumber } from "../../../orders/reports/report.ts";

export interface ShownBar {
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

/** A report as its page shows it. */
export interface MonthView {
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
}

/** Lays out the bars of a number, on the server and in the preview of the panel. */
export function shownNumberOf(number: ReportNumber, month: string): ShownNumber {
  const { label, value, earlier, unit, source } = number;
  const isComparable = value !== "" && earlier !== "";
  return {
    ...{ label, unit, source },
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
