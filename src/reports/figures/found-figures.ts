import { AppError } from "#platform/errors.ts";
import type { ListKind } from "./list-kinds.ts";

export interface FigureFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The numbers of one search term or one page. */
export interface ListedLine {
  readonly name: string;
  readonly clicks: number;
  /** Null if the file does not say how often the line was shown. */
  readonly impressions: number | null;
  /** Such as "11.5"; "" if the file has no positions. */
  readonly position: string;
}

/** The lines with the most clicks, at most `mostListedLines`. */
export interface FoundList {
  readonly kind: ListKind;
  readonly lines: readonly ListedLine[];
}

/** Content of a file about one period. */
export interface FoundFigures {
  readonly source: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly numbers: readonly {
    readonly label: string;
    /** A decimal number such as "11.5". */
    readonly value: string;
    readonly unit: string;
  }[];
  /**
   * Clicks of all listed searches; null if the file lists none. Less than the total number of
   * clicks if Search Console leaves out rare searches.
   */
  readonly queryClicks: number | null;
  readonly lists: readonly FoundList[];
}

const mostListedLines = 10;
const longestName = 200;

export const searchConsole = "Search Console";
/** The reports about Discover and Google News look the same. */
export const searchConsoleFeeds = "Search Console, Discover or News";
export const clicksLabel = "Clicks from Google Search";

/** The lines with the most clicks; impressions decide between lines with equal clicks. */
export function topLines(lines: readonly ListedLine[]): readonly ListedLine[] {
  return lines
    .toSorted(
      (one, other) =>
        other.clicks - one.clicks || (other.impressions ?? 0) - (one.impressions ?? 0),
    )
    .slice(0, mostListedLines)
    .map((line) => ({ ...line, name: line.name.slice(0, longestName) }));
}

/** Rounded to one decimal; 0 if all weights are 0. */
export function weightedMean(
  values: readonly { readonly value: number; readonly weight: number }[],
): number {
  const whole = values.reduce((sum, { weight }) => sum + weight, 0);
  const sum = values.reduce((all, { value, weight }) => all + value * weight, 0);
  return whole === 0 ? 0 : Math.round((10 * sum) / whole) / 10;
}

export function refusedFile(message: string, path = "file"): AppError {
  return new AppError("invalid", message, { issues: [{ path, message }] });
}
