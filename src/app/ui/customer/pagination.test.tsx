import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Pagination } from "./pagination.tsx";

const render = (page: number, pageCount: number) =>
  renderToStaticMarkup(
    <Pagination
      page={page}
      pageCount={pageCount}
      hrefOf={(each) => `/my-order?page=${each}`}
      label="Pages of orders"
    />,
  );

/** Label and target of each link; null for a disabled link. */
function linksOf(html: string): [string, string | null][] {
  return [...html.matchAll(/<a ([^>]*)>([^<]*)<\/a>/g)].map(([, attributes = "", text = ""]) => [
    text,
    /href="([^"]*)"/.exec(attributes)?.[1] ?? null,
  ]);
}

test("on a page in the middle, Previous and Next are links", () => {
  expect(linksOf(render(2, 3))).toEqual([
    ["Previous", "/my-order?page=1"],
    ["1", "/my-order?page=1"],
    ["2", "/my-order?page=2"],
    ["3", "/my-order?page=3"],
    ["Next", "/my-order?page=3"],
  ]);
});

test("Previous on the first page and Next on the last page are disabled", () => {
  expect(linksOf(render(1, 2)).at(0)).toEqual(["Previous", null]);
  expect(linksOf(render(2, 2)).at(-1)).toEqual(["Next", null]);
  const only = render(1, 1);
  expect(linksOf(only).map(([, href]) => href)).toEqual([null, "/my-order?page=1", null]);
  expect(only.match(/aria-disabled="true"/g)).toHaveLength(2);
});

test("exactly one page number is marked as the current page", () => {
  const html = render(5, 20);
  expect(html.match(/aria-current="page"/g)).toHaveLength(1);
  expect(html).toMatch(/aria-current="page"[^>]*>5</);
});
