import { expect, test } from "vitest";
import { jumpResults } from "./jump-results.ts";

const orders = { label: "Orders: search for …" };
const sharing = { label: "Search and sharing", keywords: ["Redirects", "Old address"] };
const redirect = { label: "/services", description: "Redirects" };
const plan = { label: "Plan 404", description: "Pricing" };
const ways = [sharing, redirect, plan];

test.each([
  ["redirect", [sharing, redirect, orders]],
  ["SHARING ", [sharing, orders]],
  ["anna", [orders]],
  ["404", [orders, plan]],
  ["#404", [orders]],
  ["anna@", [orders]],
  [" ", ways],
])("%j finds", (typed, found) => {
  expect(jumpResults(typed, ways, orders)).toEqual(found);
});

test("what is found leaves room for the search for an order", () => {
  const many = Array.from({ length: 40 }, (_, index) => ({ label: `Bed ${index}` }));
  expect(jumpResults("bed", many, orders)).toHaveLength(12);
  expect(jumpResults("bed", many, orders).at(-1)).toBe(orders);
});
