import { isDay } from "../../../platform/time/calendar.ts";

/** How a file writes decimals: 1,200.5 or 1.200,5. */
export type DecimalSign = "point" | "comma";

/** How a file writes days: 2026-11-30, 30.11.2026 or 11/30/2026. */
export type DayOrder = "year first" | "day first" | "month first";

/** The number in a cell, without a percent sign; null for a cell that is not a number. */
export function numberIn(cell: string, sign: DecimalSign): number | null {
  const text = cell
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/[%٪\s\u00a0\u202f'’]/g, "")
    .replace(/^\+/, "");
  const grouping = sign === "point" ? "," : ".";
  const decimal = sign === "point" ? "." : ",";
  const [whole = "", fraction, ...rest] = text.split(decimal);
  const isGrouped = /^-?\d{1,3}(?:[.,]\d{3})+$/.test(whole) && !whole.includes(decimal);
  const digits = isGrouped ? whole.replaceAll(grouping, "") : whole;
  if (rest.length > 0 || !/^-?\d{1,12}$/.test(digits)) return null;
  if (fraction !== undefined && !/^\d{1,12}$/.test(fraction)) return null;
  return Number(fraction === undefined ? digits : `${digits}.${fraction}`);
}

/** The day in a cell, such as "2026-11-30", without a time; null for a cell that is not a day. */
export function dayIn(cell: string, order: DayOrder): string | null {
  const [written = ""] = cell.trim().split(/[T\s]/, 1);
  const parts = /^\d{8}$/.test(written)
    ? [written.slice(0, 4), written.slice(4, 6), written.slice(6)]
    : written.split(/[-./]/);
  if (parts.length !== 3 || parts.some((part) => !/^\d{1,4}$/.test(part))) return null;
  const [one = "", two = "", three = ""] = parts;
  const [year, month, day] =
    order === "year first"
      ? [one, two, three]
      : order === "day first"
        ? [three, two, one]
        : [three, one, two];
  if (year.length !== 4) return null;
  const read = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(read) ? read : null;
}

/** The day order in which all cells are days; undefined if no order fits or it stays unclear. */
export function dayOrderOf(cells: readonly string[]): DayOrder | undefined {
  const orders: readonly DayOrder[] = ["year first", "day first", "month first"];
  const possible = orders.filter((order) => cells.every((cell) => dayIn(cell, order) !== null));
  if (possible.length === 1) return possible[0];
  // Every country that writes dates with points, such as 01.02.2026, puts the day first.
  const hasPoints = cells.every((cell) => cell.includes("."));
  return possible.includes("day first") && hasPoints ? "day first" : undefined;
}

/** The decimal sign that fits more cells; "point" when both fit equally many. */
export function decimalSignOf(cells: readonly string[]): DecimalSign {
  const commas = cells.filter((cell) => /\d,(?:\d{1,2}|\d{4,})\D*$/.test(cell)).length;
  const points = cells.filter((cell) => /\d\.(?:\d{1,2}|\d{4,})\D*$/.test(cell)).length;
  if (commas !== points) return commas > points ? "comma" : "point";
  const groupedByPoint = cells.filter((cell) => /^\d{1,3}(\.\d{3})+$/.test(cell.trim())).length;
  const groupedByComma = cells.filter((cell) => /^\d{1,3}(,\d{3})+$/.test(cell.trim())).length;
  return groupedByPoint > groupedByComma ? "comma" : "point";
}
