import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ComparedCell, comparePlans, comparePoints } from "./compare-points.ts";

/** Rows as [label, ...cells], with "✓" and "–" for cells without a text. */
const compared = (...plans: string[][]) =>
  comparePoints(plans).map(({ label, cells }) => [label, ...cells.map(sign)].join(" | "));

function sign(cell: ComparedCell): string {
  if (cell === null) return "–";
  return cell === true ? "✓" : cell;
}

describe("The comparison of plans", () => {
  test("sets points that differ in one number into one row", () => {
    expect(
      compared(
        ["10 searches chosen and tracked", "Soil survey of up to 25 pages"],
        ["30 searches chosen and tracked", "Soil survey of up to 1,000 pages"],
        ["60 searches chosen and tracked", "Soil survey of the whole site"],
      ),
    ).toEqual([
      "Searches chosen and tracked | 10 | 30 | 60",
      "Soil survey of up to … pages | 25 | 1,000 | –",
      "Soil survey of the whole site | – | – | ✓",
    ]);
  });

  test("sets points with the same words before a colon into one row", () => {
    expect(
      compared(
        ["Report: every month", "Calls:  none "],
        ["REPORT: every month, with a call", "Calls: 2"],
        ["Report: every week", "Visits: 1"],
      ),
    ).toEqual([
      "Report | every month | every month, with a call | every week",
      "Calls | none | 2 | –",
      "Visits: 1 | – | – | ✓",
    ]);
  });

  test.each([
    ["the same point", [["Care"], ["care"]], ["Care | ✓ | ✓"]],
    ["the same number", [["4 pages"], ["4 pages"]], ["4 pages | ✓ | ✓"]],
    ["no common points", [["One"], ["Two"]], ["One | ✓ | –", "Two | – | ✓"]],
    ["numbers alone", [["10"], ["20"]], ["… | 10 | 20"]],
    [
      "one of two numbers differs",
      [["2 pages in 10 days"], ["4 pages in 10 days"]],
      ["Pages in 10 days | 2 | 4"],
    ],
    [
      "two numbers differ",
      [["2 calls of 20 minutes"], ["3 calls of 30 minutes"]],
      ["Calls of … minutes | 2 calls of 20 minutes | 3 calls of 30 minutes"],
    ],
    [
      "the words before the colon differ in a number",
      [["10 texts: short"], ["20 texts: long"]],
      ["Texts | 10 texts: short | 20 texts: long"],
    ],
    [
      "a point with a colon beside one without",
      [["Report"], ["Report: weekly"]],
      ["Report | ✓ | –", "Report: weekly | – | ✓"],
    ],
    [
      "an address and a time, whose colons name nothing",
      [["See https://a.example"], ["See https://b.example"], ["Calls until 18:00"]],
      [
        "See https://a.example | ✓ | – | –",
        "See https://b.example | – | ✓ | –",
        "Calls until 18:00 | – | – | ✓",
      ],
    ],
    [
      "another order, and points between",
      [
        ["A", "C"],
        ["A", "B", "C"],
      ],
      ["A | ✓ | ✓", "B | – | ✓", "C | ✓ | ✓"],
    ],
    [
      "one point twice in a plan",
      [["Links: 2", "Links: 5"], ["Links: 9"]],
      ["Links | 2 | 9", "Links: 5 | ✓ | –"],
    ],
    ["German", [["bis zu 25 Seiten"], ["bis zu 100 Seiten"]], ["Bis zu … Seiten | 25 | 100"]],
    ["French", [["Rapport : mensuel"], ["Rapport : annuel"]], ["Rapport | mensuel | annuel"]],
    ["Chinese", [["報告：每月"], ["報告：每週"]], ["報告 | 每月 | 每週"]],
    ["Arabic numerals", [["١٠ صفحات"], ["٢٠ صفحات"]], ["صفحات | ١٠ | ٢٠"]],
    ["empty points and plans", [["", "  "], [], ["Care"]], ["Care | – | – | ✓"]],
    ["one plan", [["10 searches", "Report: monthly"]], ["10 searches | ✓", "Report: monthly | ✓"]],
    ["no plan", [], []],
    ["a plan without points", [[]], []],
  ])("shows %s", (_, plans, rows) => {
    expect(compared(...plans)).toEqual(rows);
  });

  test("shows each point of up to ten plans once, with one cell for each plan", () => {
    const point = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom("10 pages", "20 pages", "Report: a", "Report: b", "Care"),
    );
    const plans = fc.array(fc.array(point, { maxLength: 10 }), { maxLength: 10 });
    fc.assert(
      fc.property(plans, (points) => {
        const rows = comparePoints(points);
        for (const [plan, texts] of points.entries()) {
          const filled = rows.filter(({ cells }) => cells[plan] !== null);
          expect(filled).toHaveLength(texts.filter((text) => text.trim() !== "").length);
        }
        for (const { label, cells } of rows) {
          expect(label).not.toBe("");
          expect(cells).toHaveLength(points.length);
        }
        expect(comparePoints(points)).toEqual(rows);
      }),
    );
  });

  test("lists the points of one plan together once they would fill more rows than the shared ones", () => {
    const shared = ["10 searches", "Report: monthly"];
    const all = comparePlans([shared, [...shared, "Care", "Calls"]]);
    expect([all.rows.length, all.apart]).toEqual([4, []]);
    const most = comparePlans([shared, [...shared, "Care", "Calls", "Texts"], []]);
    expect(most.rows.map(({ label }) => label)).toEqual(["10 searches", "Report: monthly"]);
    expect(most.apart).toEqual([[], ["Care", "Calls", "Texts"], []]);
    expect(comparePlans([["Soil"], ["Seed", "Rain"]])).toEqual({
      rows: [],
      apart: [["Soil"], ["Seed", "Rain"]],
    });
  });
});
