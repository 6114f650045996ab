import { expect, test } from "vitest";
import { lookAgain } from "./look-again.ts";

const start = Date.parse("2027-01-15T12:00:00Z");

test.each([
  ["?confirming", 0, false, `2;url=/my-plan/p?confirming=&since=${start}`],
  [`?confirming&since=${start}`, 29, false, `2;url=/my-plan/p?confirming=&since=${start}`],
  [`?confirming&since=${start}`, 30, true, `10;url=/my-plan/p?confirming=&since=${start}`],
  [`?confirming&since=${start}`, 600, true, null],
  ["?since=nonsense", 0, false, `2;url=/my-plan/p?since=${start}`],
])("a page with the query %s looks again after %s seconds", (query, seconds, isLate, refresh) => {
  const url = new URL(`https://example.com/my-plan/p${query}`);
  expect(lookAgain(url, start + seconds * 1000)).toEqual({ isLate, refresh });
});
