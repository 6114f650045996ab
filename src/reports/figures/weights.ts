import { isImpressionsHeading, isVisitsHeading } from "./column-words.ts";
import type { ColumnUse } from "./csv-columns.ts";

interface WeighedColumns {
  readonly headings: readonly string[];
  of(use: ColumnUse): readonly number[];
  cells(column: number): readonly string[];
  numbers(column: number): readonly (number | null)[];
  isOfNumbers(column: number): boolean;
}

/**
 * The weight of each row in the mean of a column: a day with 1,000 visits counts more than one with
 * ten. Null for a plain mean, when no column tells how many things a rate is about.
 */
export function weightsOf(columns: WeighedColumns, column: number): readonly number[] | null {
  const headed = (isHeading: (heading: string) => boolean) =>
    columns.headings.flatMap((heading, at) =>
      isHeading(heading) && columns.isOfNumbers(at) ? [at] : [],
    )[0];
  const impressions = columns.of("impressions")[0] ?? headed(isImpressionsHeading);
  const chosen = columns.of("position").includes(column)
    ? impressions
    : (baseOf(columns, column) ??
      impressions ??
      headed(isVisitsHeading) ??
      columns.of("clicks")[0]);
  const weights = chosen === undefined ? [] : columns.numbers(chosen).map((weight) => weight ?? 0);
  return weights.some((weight) => weight > 0) ? weights : null;
}

/**
 * The column by which another column is divided to get the rate: impressions for clicks per
 * impression, although no heading says so.
 */
function baseOf(columns: WeighedColumns, column: number): number | undefined {
  const rates = columns.numbers(column);
  const others = columns.headings.flatMap((_, at) => {
    const isOther = at !== column && columns.isOfNumbers(at);
    return isOther ? [{ at, numbers: columns.numbers(at) }] : [];
  });
  const tolerance = roundingOf(rates);
  for (const base of others) {
    const checked = rates.flatMap((rate, at) =>
      rate !== null && (base.numbers[at] ?? 0) > 0 ? [{ rate, at }] : [],
    );
    // A single row, or rows of zeros, fit by chance.
    if (checked.length < 2 || checked.every(({ rate }) => rate === 0)) continue;
    for (const part of others.filter((one) => one !== base)) {
      const isRate = (factor: number) =>
        checked.every(({ rate, at }) => {
          const share = (factor * (part.numbers[at] ?? 0)) / (base.numbers[at] ?? 1);
          return Math.abs(rate - share) <= tolerance;
        });
      if (isRate(100) || isRate(1)) return base.at;
    }
  }
  return undefined;
}

/** Half of the last decimal that the rates have. */
function roundingOf(rates: readonly (number | null)[]): number {
  const decimals = rates.reduce<number>(
    (most, rate) => Math.max(most, String(rate ?? 0).split(".")[1]?.length ?? 0),
    0,
  );
  return 0.51 * 10 ** -decimals;
}
