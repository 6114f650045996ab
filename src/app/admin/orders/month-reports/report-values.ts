import { type MonthView, shownListOf, shownNumberOf } from "#app/order-room/months/month-view.ts";
import type { OrderFigures } from "#reports/figures/figure-record.server.ts";
import { listKinds } from "#reports/figures/list-kinds.ts";
import { seriesOf } from "#reports/month-series.ts";
import { readNumber } from "#reports/read-number.ts";
import type { MonthReport, ReportList, ReportNumber } from "#reports/report.ts";
import { mostNumbers } from "#reports/report-lengths.ts";

const numberFields = ["label", "value", "earlier", "unit", "source"] as const;

export const places = [...Array(mostNumbers).keys()];

type Values = Readonly<Record<string, string>>;

/** Form fields by name. Each name is a path of `reportForm`, so that an error finds its field. */
export function valuesOf({ done, changed, next, numbers, lists }: MonthReport): Values {
  const values: Record<string, string> = { done, changed, next };
  for (const kind of listKinds) {
    values[kind] = lists.find((list) => list.kind === kind)?.figures ?? "";
  }
  for (const place of places) {
    for (const field of numberFields) {
      values[`numbers.${place}.${field}`] = numbers[place]?.[field] ?? "";
    }
  }
  return values;
}

/** Number of rows to show: the rows up to the last row with a text, and one empty row. */
export function shownNumbers(values: Values): number {
  return Math.min(mostNumbers, lastFilled(values) + 2);
}

/** Input of `saveReport`, without the empty numbers at the end. */
export function inputOf(values: Values) {
  const numbers = places.slice(0, lastFilled(values) + 1).map((place) => {
    const typed = (field: (typeof numberFields)[number]) =>
      values[`numbers.${place}.${field}`] ?? "";
    return {
      label: typed("label"),
      value: typed("value"),
      earlier: typed("earlier"),
      unit: typed("unit"),
      source: typed("source"),
    };
  });
  const { done = "", changed = "", next = "", searches = "", pages = "" } = values;
  return { revision: Number(values.revision) || 0, done, changed, next, numbers, searches, pages };
}

/**
 * The customer's page with the typed values. A number that cannot be parsed yet counts as empty.
 */
export function typedView(
  view: MonthView,
  values: Values,
  choices: readonly ListChoice[],
): MonthView {
  const { done, changed, next, numbers: typed } = inputOf(values);
  const numbers = typed.map((number) => ({
    ...number,
    value: readable(number.value),
    earlier: readable(number.earlier),
  }));
  return {
    ...view,
    done,
    changed,
    next,
    lists: choices
      .filter(({ list }) => values[list.kind] === list.figures)
      .map(({ list }) => shownListOf(list)),
    numbers: numbers.map((number) => shownNumberOf(number, view.shortName)),
    series: seriesOf(view.month, numbers, view.earlier),
  };
}

function readable(typed: string): string {
  const read = readNumber(typed);
  return "value" in read ? read.value : "";
}

export interface ListChoice {
  readonly name: string;
  readonly list: ReportList;
}

/**
 * Lists that the report can show: lists of imported files, and lists that the report already has
 * but whose file was deleted.
 */
export function listChoices(
  figures: readonly OrderFigures[],
  stored: readonly ReportList[],
): readonly ListChoice[] {
  const ofFiles = figures.flatMap(({ id, name, source, note, lists }) =>
    lists.map(
      (list): ListChoice => ({
        name,
        list: { ...list, figures: id, source, note: list.kind === "searches" ? note : "" },
      }),
    ),
  );
  const isListed = ({ kind, figures: id }: ReportList) =>
    ofFiles.some(({ list }) => list.kind === kind && list.figures === id);
  const gone = stored.filter((list) => !isListed(list));
  return [...ofFiles, ...gone.map((list) => ({ name: list.source, list }))];
}

/** The values with the numbers and the lists of a file. */
export function valuesWithFigures(values: Values, { id, numbers, lists }: OrderFigures): Values {
  const chosen = lists.map(({ kind }) => [kind, id] as const);
  return { ...valuesWith(values, numbers), ...Object.fromEntries(chosen) };
}

/**
 * The values with further numbers. A number of the same name is replaced; numbers beyond
 * `mostNumbers` are left out.
 */
function valuesWith(values: Values, numbers: readonly ReportNumber[]): Values {
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
