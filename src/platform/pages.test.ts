import { describe, expect, test } from "vitest";
import { mostOnPages, nearerEnd, pageOf, pageOfLongList } from "./pages.ts";

const list = Array.from({ length: 23 }, (_, index) => index);
const requestPage = (page: number, items: readonly number[] = list) =>
  pageOf({ page, pageSize: 10, total: items.length }, async (offset) =>
    items.slice(offset, offset + 10),
  );

test.each([
  [1, 1],
  [2, 2],
  [3, 3],
  [2.9, 2],
  [0, 1],
  [-0, 1],
  [-1, 1],
  [-1e9, 1],
  [4, 3],
  [1e9, 3],
  [Number.MAX_VALUE, 3],
  [Number.POSITIVE_INFINITY, 3],
  [Number.NEGATIVE_INFINITY, 1],
  [Number.NaN, 1],
])("a request for page %d of three gets page %i", async (requested, shown) => {
  const page = await requestPage(requested);
  expect(page).toMatchObject({ page: shown, pageCount: 3, total: 23, offset: (shown - 1) * 10 });
  expect(page.items[0]).toBe((shown - 1) * 10);
});

test("the pages together contain the whole list, an empty list has one empty page, and none follows a full one", async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => requestPage(page)));
  expect(pages.flatMap(({ items }) => items)).toEqual(list);
  for (const requested of [-1, 1, 7, Number.NaN, Number.POSITIVE_INFINITY]) {
    const page = await requestPage(requested, []);
    expect(page).toEqual({ items: [], page: 1, pageCount: 1, total: 0, offset: 0 });
  }
  expect((await requestPage(9, list.slice(0, 20))).pageCount).toBe(2);
});

describe("A page read from the nearer end of the list", () => {
  const newestFirst = Array.from({ length: 11 }, (_, index) => 11 - index);

  test.each([0, 3, 6, 9])(
    "has the same items as the page read from the front, at offset %d",
    (pageOffset) => {
      const { order, offset, size } = nearerEnd(pageOffset, 3, 11);
      const list = order === "desc" ? newestFirst : newestFirst.toReversed();
      const items = list.slice(offset, offset + size);
      const expected = newestFirst.slice(pageOffset, pageOffset + 3);
      expect(order === "desc" ? items : items.toReversed()).toEqual(expected);
      expect(offset).toBeLessThanOrEqual(6);
    },
  );
});

test("the pages of a long list number a thousand rows, and the list continues after the last of them", async () => {
  const ids = Array.from({ length: 1205 }, (_, index) => String(index));
  const read = (page: number, after = "") =>
    pageOfLongList(
      { page, pageSize: 20, after },
      async (most) => ids.slice(ids.indexOf(after) + 1).slice(0, most),
      // In another order, as a database may answer.
      async (wanted) => wanted.map((id) => ({ id })).reverse(),
    );
  const last = await read(1e9);
  expect(last).toMatchObject({ page: 50, pageCount: 50, total: mostOnPages, isCounted: false });
  expect(last.items.map(({ id }) => id)).toEqual(ids.slice(980, 1000));
  expect(last.next).toBe("999");
  const further = await read(11, last.next ?? "");
  expect(further).toMatchObject({ total: 205, after: "999", next: null, isCounted: false });
  expect(further.items.map(({ id }) => id)).toEqual(ids.slice(1200));
});
