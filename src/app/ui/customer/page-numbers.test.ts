import { expect, test } from "vitest";
import { pageNumbers } from "./pagination.tsx";

test.each([
  [1, 0, [1]],
  [1, 1, [1]],
  [2, 3, [1, 2, 3]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
])("page %i of %i shows all page numbers", (page, pageCount, shown) => {
  expect(pageNumbers(page, pageCount)).toEqual(shown);
});

test.each([
  [1, 20, [1, 2, "…", 20]],
  [2, 20, [1, 2, 3, "…", 20]],
  [3, 20, [1, 2, 3, 4, "…", 20]],
  [5, 20, [1, "…", 4, 5, 6, "…", 20]],
  [10, 20, [1, "…", 9, 10, 11, "…", 20]],
  [18, 20, [1, "…", 17, 18, 19, 20]],
  [20, 20, [1, "…", 19, 20]],
])(
  "page %i of %i shows the first, the last and the neighbouring page numbers",
  (page, pageCount, shown) => {
    const numbers = pageNumbers(page, pageCount);
    expect(numbers.map((each) => (each < 0 ? "…" : each))).toEqual(shown);
  },
);

test("every page shows the first, the current and the last page number, in order and once each", () => {
  for (const pageCount of [1, 2, 7, 8, 9, 100, 1000]) {
    for (let page = 1; page <= pageCount; page += Math.ceil(pageCount / 50)) {
      const numbers = pageNumbers(page, pageCount);
      expect(numbers).toEqual(expect.arrayContaining([1, page, pageCount]));
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.length).toBeLessThanOrEqual(7);
      const named = numbers.filter((each) => each > 0);
      expect(named).toEqual(named.toSorted((a, b) => a - b));
    }
  }
});
