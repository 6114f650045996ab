import { expect, test } from "vitest";
import { rowsOf, valuesOfRows, withFoundPositions, withSearches } from "./search-values.ts";

const file = {
  firstDay: "2026-11-01",
  lastDay: "2026-11-30",
  lines: [
    { search: "plum trees", position: "7.5" },
    { search: "quince", position: "3" },
  ],
};
const options = { month: "2026-11", promised: 1 };

test("a file gives the listed searches their positions, and says which it does not name", () => {
  const rows = [
    { search: "Plum  Trees", position: "" },
    { search: "medlar", position: "12" },
  ];
  expect(withFoundPositions(rows, file, options)).toEqual({
    rows: [
      { search: "Plum  Trees", position: "7.5" },
      { search: "medlar", position: "12" },
    ],
    sentences: [
      "1 of 2 searches have their position from the file. Save to keep them.",
      "Not in the file, so not changed: medlar. Search Console leaves out searches for which your page was not shown.",
    ],
  });
});

test("a file fills an empty list with as many searches as the order promises", () => {
  const taken = withFoundPositions([], file, options);
  expect(taken.rows).toEqual([{ search: "plum trees", position: "7.5" }]);
  expect(taken.sentences).toEqual([
    "The search with the most clicks of 2 in the file. Change them as you like, then save.",
  ]);
});

test("a file about another month is named", () => {
  const { sentences } = withFoundPositions([], file, { ...options, month: "2026-10" });
  expect(sentences[0]).toBe(
    "The file is about 2026-11-01 to 2026-11-30, and this is the report of October 2026.",
  );
});

test("pasted searches are added once, and what does not fit is counted", () => {
  const rows = [{ search: "plum trees", position: "7.5" }];
  const all = Array.from({ length: 201 }, (_, nth) => `search ${nth}`);
  const { rows: next, left } = withSearches(rows, ["PLUM trees", ...all].join("\r\n"));
  expect([next.length, left]).toEqual([200, 2]);
});

test("a shorter list clears the rows of the longer one", () => {
  const rows = [{ search: "a", position: "1" }];
  const values = { ...valuesOfRows([...rows, ...rows]), ...valuesOfRows(rows, 2) };
  expect(rowsOf(values)).toEqual(rows);
});
