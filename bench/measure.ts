/** One line of the table: a figure of ours beside the same figure of the baseline. */
export interface Measure {
  readonly name: string;
  readonly furrow: number;
  /** Absent where there is nothing to compare with. */
  readonly baseline?: number;
  readonly unit: "per second" | "ms" | "MB" | "µs";
}

/** The middle of several measurements: a noisy machine's best and worst say little. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** What so many of 100 measurements stay below. */
export function percentile(values: readonly number[], hundredths: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * hundredths) / 100) - 1] ?? Number.NaN;
}

/** The measures as a table, with Furrow's share of the baseline as the last column. */
export function tableOf(measures: readonly Measure[]): string {
  const rows = [
    ["", "Furrow", "baseline", "ratio"],
    ...measures.map(({ name, furrow, baseline, unit }) => [
      `${name}, ${unit}`,
      figure(furrow),
      baseline === undefined ? "" : figure(baseline),
      baseline === undefined ? "" : (furrow / baseline).toFixed(2),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map(([name = "", ...figures]) => {
      const aligned = figures.map((text, column) => text.padStart(widths[column + 1] ?? 0));
      return [name.padEnd(widths[0] ?? 0), ...aligned].join("   ");
    })
    .join("\n");
}

function figure(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
