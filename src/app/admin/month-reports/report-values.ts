import { readNumber } from "../../../orders/reports/read-number.ts";
import type { MonthReport, ReportNumber } from "../../../orders/reports/report.ts";
import { mostNumbers } from "../../../orders/reports/report-lengths.ts";
import { type MonthView, shownNumberOf } from "../../ordering/months/month-view.ts";

const numberFields = ["label", "value", "earlier", "unit", "source"] as const;

export const places = [...Array(mostNumbers).keys()];

type Values = Readonly<Record<string, string>>;

/** Fields of the form. The names are the paths of `reportForm`, which errors name. */
export function valuesOf({ done, changed, next, numbers }: MonthReport): Values {
  const values: Record<string, string> = { done, changed, next };
  for (const place of places) {
    for (const field of numberFields) {
      values[`numbers.${place}.${field}`] = numbers[place]?.[field] ?? "";
    }
  }
  return values;
}

/** How many numbers are shown: those with a text, and one to fill in. */
export function shownNumbers(values: Values): number {
  return Math.min(mostNumbers, lastFilled(values) + 2);
}

/** Input of `saveReport`, without the empty numbers at the end. */
export function inputOf(values: Values) {
  const numbers = places.slice(0, lastFilled(values) + 1).map((place) => {
    const typed = (field: (typeof numberFields)[number]) =>
      values[`numbers.${place}.${field}`] ?? "";
    return {
      ...{ label: typed("label"), value: typed("value"), earlier: typed("earlier") },
      ...{ unit: typed("unit"), source: typed("source") },
    };
  });
  const { done = "", changed = "", next = "" } = values;
  return { revision: Number(values.revision) || 0, done, changed, next, numbers };
}

/** The page with the text that is being typed. A number that cannot be read yet is left out. */
export function typedView(view: MonthView, values: Values): MonthView {
  const { done, changed, next, numbers } = inputOf(values);
  return {
    ...{ ...view, done, changed, next },
    numbers: numbers.map(({ value, earlier, ...number }) =>
      shownNumberOf(
        { ...number, value: readable(value), earlier: readable(earlier) },
        view.shortName,
      ),
    ),
  };
}

function readable(typed: string): string {
  const read = readNumber(typed);
  return "value" in read ? read.value : "";
}

/**
 * The values with further numbers. A number of the same name is replaced; numbers without room are
 * left out.
 */
export function valuesWith(values: Values, numbers: readonly ReportNumber[]): Values {
  const next: Record<string, string> = { ...values };
  for (const number of numbers) {
    const isNamed = (place: number) => next[`numbers.${place}.label`] === number.label;
    const place = places.find(isNamed) ?? lastFilled(next) + 1;
    if (place >= mostNumbers) continue;
    for (const field of numberFields) next[`numbers.${place}.${field}`] = number[field];
  }
  return next;
}

/** Index of the last number with a text; -1 without one. */
function lastFilled(values: Values): number {
  return places.findLastIndex((place) =>
    numberFields.some((field) => (values[`numbers.${place}.${field}`] ?? "").trim() !== ""),
  );
}
