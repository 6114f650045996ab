/** One line of the table: a figure of Furrow and the same figure of a baseline. */
export interface Measure {
  readonly name: string;
  readonly furrow: number;
  readonly baseline?: number;
  readonly unit: "per second" | "ms" | "MB" | "µs" | "kB";
  readonly target?: Target;
}

/** A limit for the figure itself, or for its ratio to the baseline. */
export interface Target {
  readonly of: "figure" | "ratio";
  readonly atMost?: number;
  readonly atLeast?: number;
}

export function ratioOf({ furrow, baseline }: Measure): number | undefined {
  return baseline === undefined ? undefined : furrow / baseline;
}

export function isMet(measure: Measure): boolean | undefined {
  const { target, furrow } = measure;
  if (target === undefined) return undefined;
  const reached = (target.of === "figure" ? furrow : ratioOf(measure)) ?? Number.NaN;
  return reached <= (target.atMost ?? reached) && reached >= (target.atLeast ?? reached);
}

/** Description of the target, such as "ratio at most 2". */
export function targetInWords({ of, atMost, atLeast }: Target): string {
  const words = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ];
  return `${of} ${words.join(", ")}`;
}

/**
 * Measures are compared by their median, because other load on the machine distorts the best and
 * the worst measurement.
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export function percentile(values: readonly number[], hundredths: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * hundredths) / 100) - 1] ?? Number.NaN;
}

export function tableOf(measures: readonly Measure[]): string {
  const rows = [
    ["", "Furrow", "baseline", "ratio", "target"],
    ...measures.map((measure) => {
      const { name, furrow, baseline, unit } = measure;
      return [
        `${name}, ${unit}`,
        figure(furrow),
        baseline === undefined ? "" : figure(baseline),
        ratioOf(measure)?.toFixed(2) ?? "",
        targetCell(measure),
      ];
    }),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map(([name = "", furrow = "", baseline = "", ratio = "", target = ""]) => {
      const aligned = [furrow, baseline, ratio].map((text, column) =>
        text.padStart(widths[column + 1] ?? 0),
      );
      return [name.padEnd(widths[0] ?? 0), ...aligned, target].join("   ").trimEnd();
    })
    .join("\n");
}

function targetCell(measure: Measure): string {
  if (measure.target === undefined) return "";
  return `${isMet(measure) ? "met" : "NOT MET"}: ${targetInWords(measure.target)}`;
}

function figure(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
