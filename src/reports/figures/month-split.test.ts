import fc from "fast-check";
import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { addDays } from "#platform/time/calendar.ts";
import { previewCsv, readMappedCsv } from "./map-csv.ts";

const lines = (...all: readonly string[]) => strToU8(all.join("\n"));

/** Numbers by period, read as the preview suggests. */
function read(bytes: Uint8Array, changes: object = {}) {
  const { uses, decimals, days } = previewCsv("a.csv", bytes);
  const found = readMappedCsv(bytes, { source: "Bing", uses, decimals, days, ...changes });
  return found.map(({ firstDay, lastDay, numbers }) => [
    `${firstDay}/${lastDay}`,
    ...numbers.map(({ value }) => value),
  ]);
}

describe("The rows of a file with days", () => {
  test("are counted in their own month, and the preview names the months", () => {
    const days = Array.from({ length: 58 }, (_, nth) => addDays("2026-10-01", nth));
    const rows = days.map((day, nth) => `${day},${day < "2026-11" ? Number(nth < 18) * 2 : 4}`);
    const bytes = lines("Day,Clicks", ...rows);
    expect(read(bytes)).toEqual([
      ["2026-10-01/2026-10-31", "36"],
      ["2026-11-01/2026-11-27", "108"],
    ]);
    expect(previewCsv("a.csv", bytes).notes).toEqual([
      "The days are in October 2026 and November 2026. Each month gets its own numbers.",
    ]);
  });

  test("lose no click, whatever their order and period", () => {
    const row = fc.record({ days: fc.nat(900), clicks: fc.nat(9999) });
    fc.assert(
      fc.property(fc.uniqueArray(row, { selector: ({ days }) => days, minLength: 1 }), (rows) => {
        const dated = rows.map(({ days, clicks }) => ({
          day: addDays("2025-01-01", days),
          clicks,
        }));
        const expected = new Map<string, number>();
        for (const { day, clicks } of dated) {
          const month = day.slice(0, 7);
          expected.set(month, (expected.get(month) ?? 0) + clicks);
        }
        const bytes = lines("Day,Clicks", ...dated.map(({ day, clicks }) => `${day},${clicks}`));
        const found = read(bytes, { leftOut: [], uses: ["day", "clicks"], days: "year first" });
        const months = found.map(([period = "", clicks]) => [period.slice(0, 7), Number(clicks)]);
        expect(months).toEqual([...expected].toSorted());
      }),
    );
  });

  test("of whole weeks count in the month in which the week begins", () => {
    const bytes = lines(
      "Week,Clicks",
      "2026-10-19,10",
      "2026-10-26,20",
      "2026-11-02,40",
      "2026-11-09,80",
    );
    expect(read(bytes)).toEqual([
      ["2026-10-19/2026-11-01", "30"],
      ["2026-11-02/2026-11-15", "120"],
    ]);
    expect(previewCsv("a.csv", bytes).notes).toContain(
      "Each row is a week. A week counts in the month in which it begins.",
    );
  });

  test("of whole months are about all days of the month", () => {
    const bytes = lines("Month;Klicks", "Okt. 2026;36", "Nov. 2026;113");
    expect(read(bytes)).toEqual([
      ["2026-10-01/2026-10-31", "36"],
      ["2026-11-01/2026-11-30", "113"],
    ]);
  });
});

describe("The mean of a rate", () => {
  test("is weighted by the number that the rate divides, in each month", () => {
    const bytes = lines(
      "Day,Clicks,Impressions,CTR",
      "2026-10-31,10,100,10%",
      "2026-11-01,30,750,4%",
      "2026-11-02,7,250,2.8%",
    );
    expect(read(bytes).at(-1)).toEqual(["2026-11-01/2026-11-02", "37", "1000", "3.7"]);
  });
});
