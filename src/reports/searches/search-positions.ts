import { trimmed } from "#platform/texts/plain-text.ts";
import { differenceOf, readNumber, shownNumber } from "../read-number.ts";

/**
 * Position of a website for a search: a decimal number from 1 to 100, of which a lower one is
 * better; `beyondPositions`; or "" for a search that was not measured.
 */
export type SearchPosition = string;

const lastPosition = 100;
/** The website is not among the first hundred results. */
export const beyondPositions: SearchPosition = `>${lastPosition}`;

/** Limits of a list of searches. */
export const mostSearches = 200;
export const longestSearch = 120;

/** Positions of the tracked searches of an order, over months. */
export interface SearchTable {
  /** The oldest first, without gaps. */
  readonly months: readonly string[];
  readonly lines: readonly {
    readonly search: string;
    /** A position for each month. */
    readonly positions: readonly SearchPosition[];
  }[];
}

export const noSearches: SearchTable = { months: [], lines: [] };

/** How the same search is written in lists and files. */
export const searchKey = (search: string) =>
  search.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

/** Reads a typed position, such as "4", "4.2", "> 100" or "-". */
export function readPosition(
  typed: string,
): { readonly position: SearchPosition } | { readonly mistake: string } {
  const text = trimmed(typed);
  if (text === "") return { position: "" };
  if (/^(?:>\s*\d+|[-–—])$/.test(text)) return { position: beyondPositions };
  const read = readNumber(text);
  if ("mistake" in read || Number(read.value) < 1) {
    return {
      mistake: `“${text.slice(0, 20)}” is not a position. Write 4 or 4.2, > ${lastPosition} for a search without a position among the first ${lastPosition}, or nothing if it was not measured.`,
    };
  }
  return { position: positionOf(Number(read.value)) };
}

/** With one decimal. */
export function positionOf(measured: number): SearchPosition {
  const rounded = Math.round(measured * 10) / 10;
  return rounded > lastPosition ? beyondPositions : String(rounded);
}

export function positionWords(position: SearchPosition): string {
  if (position === "") return "not measured";
  return position === beyondPositions ? `not in the first ${lastPosition}` : position;
}

export interface PositionChange {
  readonly kind: "better" | "worse" | "same" | "unknown";
  readonly words: string;
}

export function changeOfPosition(now: SearchPosition, before: SearchPosition): PositionChange {
  if (now === "" || before === "") return { kind: "unknown", words: "nothing to compare" };
  if (now === before) return { kind: "same", words: "no change" };
  if (before === beyondPositions) {
    return { kind: "better", words: `new in the first ${lastPosition}` };
  }
  if (now === beyondPositions) {
    return { kind: "worse", words: `no longer in the first ${lastPosition}` };
  }
  const better = differenceOf(before, now);
  const isBetter = !better.startsWith("-");
  const places = better.replace("-", "");
  const kind = isBetter ? "better" : "worse";
  return { kind, words: `${shownNumber(places)} ${places === "1" ? "place" : "places"} ${kind}` };
}

const firstPage = 10;

/** Number of searches on the first page of results in each month; null without measurements. */
export function onFirstPage({ months, lines }: SearchTable): readonly (number | null)[] {
  return months.map((_, nth) => {
    const measured = lines.map(({ positions }) => positions[nth] ?? "").filter((one) => one !== "");
    if (measured.length === 0) return null;
    return measured.filter((one) => one !== beyondPositions && Number(one) <= firstPage).length;
  });
}

const countOfSearches = /(\d{1,3})\s+(?:[\w-]+\s+){0,2}(?:search|keyword|quer(?:y|ies))/i;

/**
 * Number of searches that an order promises to track, from its promised points: the point with a
 * number of searches that are tracked, such as "30 searches chosen and tracked". 0 without one.
 */
export function promisedSearches(points: readonly string[]): number {
  const point = points.find((one) => /\btrack/i.test(one) && countOfSearches.test(one));
  return Number(countOfSearches.exec(point ?? "")?.[1] ?? 0);
}
