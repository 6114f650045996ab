import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Pagination, pageNumbers } from "./pagination.tsx";

/** Label and target of each link; null for a disabled link. */
function linksOf(page: number, pageCount: number): [string, string | null][] {
  const html = renderToStaticMarkup(
    <Pagination
      page={page}
      pageCount={pageCount}
      hrefOf={(each) => `/my-order?page=${each}`}
      label="Pages of orders"
    />,
  );
  expect(html.match(/aria-current="page"[^>]*>(\d+)</)?.[1]).toBe(`${page}`);
  return [...html.matchAll(/<a ([^>]*)>([^<]*)<\/a>/g)].map(([, attributes = "", text = ""]) => [
    text,
    /href="([^"]*)"/.exec(attributes)?.[1] ?? null,
  ]);
}

test("Previous and Next are links, except on the first and on the last page", () => {
  const [first, second] = ["/my-order?page=1", "/my-order?page=2"];
  expect(linksOf(1, 2)).toEqual([
    ["Previous", null],
    ["1", first],
    ["2", second],
    ["Next", second],
  ]);
  expect(linksOf(2, 2)).toEqual([
    ["Previous", first],
    ["1", first],
    ["2", second],
    ["Next", null],
  ]);
});

test("every page shows the first, the current and the last page number, in order and once each", () => {
  const shown = pageNumbers(10, 20).map((each) => (each < 0 ? "…" : each));
  expect(shown).toEqual([1, "…", 9, 10, 11, "…", 20]);
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
