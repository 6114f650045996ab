import { expect, test } from "vitest";
import { furtherScreens } from "../shell/admin-navigation.ts";
import { paletteResults } from "./search-results.ts";

const orders = { label: "Search orders for …" };
const sharing = { label: "Search and sharing", keywords: ["Redirects", "Old address"] };
const redirect = { label: "/services", description: "Redirects" };
const plan = { label: "Plan 404", description: "Pricing" };
const polish = { label: "Łódź", keywords: ["Straße"] };
const ways = [sharing, redirect, plan, polish];

test.each([
  ["redirect", [sharing, redirect, orders]],
  ["SHARING ", [sharing, orders]],
  ["anna", [orders]],
  ["404", [orders, plan]],
  ["lodz", [polish, orders]],
  ["STRASSE", [polish, orders]],
  ["łó", [polish, orders]],
  ["#404", [orders]],
  ["anna@", [orders]],
  [" ", ways],
])(
  "the text %j finds exactly the matching screens and records, and the order search",
  (typed, found) => {
    expect(paletteResults(typed, { ways, hits: [], orders, areAllThere: true })).toEqual(found);
  },
);

test("the entry that searches orders appears below other results only after all other results have arrived", () => {
  const onTheWay = { ways, hits: [], orders, areAllThere: false };
  expect(paletteResults("anna", onTheWay)).toEqual([]);
  expect(paletteResults("1042", onTheWay)).toEqual([orders]);
});

test("orders and people rank below entries found by name, and above entries found by description", () => {
  const ada = { label: "Order 7, Ada Field" };
  const adaPlan = { label: "Ada's plan" };
  const other = { label: "Team", description: "Ada and Ben" };
  const given = { ways: [other, adaPlan], hits: [ada], orders, areAllThere: true };
  expect(paletteResults("ada", given)).toEqual([adaPlan, ada, other, orders]);
});

test("what the text names exactly ranks before everything that only contains the text", () => {
  const order = { label: "Order 2, Ada Field", names: ["2", "Ada Field"] };
  const other = { label: "Order 12, Ben Hill", names: ["12", "Ben Hill"] };
  const picture = { label: "/media/2-beds.png" };
  const byNumber = { ways: [picture], hits: [other, order], orders, areAllThere: true };
  expect(paletteResults("2", byNumber)[0]).toBe(order);
  expect(paletteResults("#2", byNumber)[0]).toBe(order);

  const ada = { label: "ada@example.com", names: ["Ada Field", "ada@example.com"] };
  const text = { label: "Ada Field, baker" };
  const byName = { ways: [text], hits: [other, ada], orders, areAllThere: true };
  expect(paletteResults("ada field", byName).slice(0, 2)).toEqual([ada, text]);
  expect(paletteResults("ADA@example.com", byName)[0]).toBe(ada);

  const drafts = { label: "Drafts" };
  const mentioned = { label: "Drafts of plans" };
  const screens = { ways: [mentioned, drafts], hits: [ada], orders, areAllThere: true };
  expect(paletteResults("drafts", screens).slice(0, 2)).toEqual([drafts, mentioned]);
});

test("a name that begins with the text ranks before a name that contains it, and an exact keyword before a mention", () => {
  const begins = { label: "Back up now" };
  const contains = { label: "The way back" };
  const called = { label: "Pricing", keywords: ["plans"] };
  const mentions = { label: "Sections", keywords: ["all plans of the site"] };
  const ways = [contains, begins, mentions, called];
  const hit = { label: "Order 7, Ada of the plans" };
  const given = { ways, hits: [hit], orders, areAllThere: true };
  expect(paletteResults("back", { ...given, hits: [] })).toEqual([begins, contains, orders]);
  expect(paletteResults("plans", given)).toEqual([called, hit, mentions, orders]);
});

test.each(["abandoned", "reminder", "unpaid"])(
  "the word %j finds the setting of payment reminders",
  (typed) => {
    const ways = furtherScreens.map(({ label, path, keywords }) => ({ label, path, keywords }));
    const found = paletteResults(typed, { ways, hits: [], orders, areAllThere: true });
    expect(found[0]).toMatchObject({ path: "/admin/settings#unpaid-orders" });
  },
);
