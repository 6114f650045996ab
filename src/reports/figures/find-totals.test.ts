import fc from "fast-check";
import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { previewCsv, readMappedCsv } from "./map-csv.ts";

const lines = (...all: readonly string[]) => strToU8(all.join("\n"));
const summariesOf = (bytes: Uint8Array) => previewCsv("a.csv", bytes).summaries;

/** Clicks and, where the file has them, impressions, read as the preview suggests. */
function sumsOf(bytes: Uint8Array, changes: object = {}) {
  const { uses, decimals, days } = previewCsv("a.csv", bytes);
  const period = { firstDay: "2026-11-01", lastDay: "2026-11-30" };
  const found = readMappedCsv(bytes, {
    source: "Bing",
    uses,
    decimals,
    days,
    ...period,
    ...changes,
  });
  return found.flatMap(({ numbers }) => numbers.map(({ value }) => Number(value)));
}

describe("A row that sums up the others is left out and named", () => {
  test.each([
    ["without a name", "Query,Clicks,Shown\nplum,40,900\ncider,12,300\n,52,1200", 4, "has no name"],
    [
      "without a day",
      "Day,Clicks,Shown\n2026-11-01,40,900\n2026-11-02,12,300\n,52,1200",
      4,
      "has no day",
    ],
    [
      "with a word for the day",
      "Day,Clicks,Shown\n2026-11-01,40,900\n2026-11-02,12,300\nAlt i alt,52,1200",
      4,
      "has no day",
    ],
    [
      "of all days, named by the first and the last",
      "Day,Clicks,Shown\n2026-11-01 - 2026-11-02,52,1200\n2026-11-01,40,900\n2026-11-02,12,300",
      2,
      "covers several days",
    ],
    [
      "named in English",
      "Query,Clicks,Shown\nplum,40,900\ncider,12,300\nGrand total,52,1200",
      4,
      "is named as a total",
    ],
    [
      "named in a language without a list of words",
      "Query,Clicks,Shown\nplum,40,900\ncider,12,300\nCyfanswm,52,1200",
      4,
      "has numbers that equal the sums of the other rows",
    ],
  ] as const)("%s", (_, text, line, reason) => {
    const bytes = strToU8(text);
    expect(summariesOf(bytes)).toEqual([
      { line, reason, isSure: true, text: expect.stringMatching(/(?:52|45), (?:1200|1000)/) },
    ]);
    expect(previewCsv("a.csv", bytes).rowCount).toBe(2);
    expect(sumsOf(bytes).slice(0, 2)).toEqual([52, 1200]);
  });

  test.each(
    `Total|TOTAL|Totals:|Gesamt|Gesamtergebnis|Total général|Totale|Totaal|Totalt|Summa|Suma|Razem|Celkem|Összesen|Toplam|TOPLAM|Σύνολο|ΣΥΝΟΛΟ|Итого|Всього|合計|总计|總計|합계|المجموع|סה"כ|รวม|Tổng cộng|Ukupno|Yhteensä|I alt|Łącznie`.split(
      "|",
    ),
  )("with one number, named %s", (word) => {
    const cell = `"${word.replaceAll('"', '""')}"`;
    expect(sumsOf(lines("Query,Clicks", "plum,40", "cider,12", `${cell},52`))).toEqual([52]);
  });

  test("whatever the numbers, wherever the row is, and in any number format", () => {
    const counts = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 101, max: 9_999_999 })),
      { minLength: 3, maxLength: 30 },
    );
    fc.assert(
      fc.property(
        counts,
        fc.boolean(),
        fc.constantFrom("", ".", "\u202f", "'"),
        (rows, isFirst, group) => {
          const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, group);
          const sum = [0, 1].map((of) => rows.reduce((all, row) => all + (row[of] ?? 0), 0));
          const body = rows.map((row, at) => `name ${at};${row.map(grouped).join(";")}`);
          const total = `Cyfanswm;${sum.map(grouped).join(";")}`;
          const bytes = lines(
            "Query;Clicks;Shown",
            ...(isFirst ? [total, ...body] : [...body, total]),
          );
          expect(summariesOf(bytes)).toMatchObject([
            { line: isFirst ? 2 : rows.length + 2, isSure: true },
          ]);
          expect(sumsOf(bytes)).toEqual(sum);
        },
      ),
    );
  });
});

describe("A row that may be real is kept, and named so that a person decides:", () => {
  test("one with a name whose only number equals the sum of the others", () => {
    const bytes = lines("Query,Clicks", "plum,5", "cider,3", "pear,2");
    expect(summariesOf(bytes)).toEqual([
      {
        line: 2,
        text: "plum, 5",
        isSure: false,
        reason: "has a number that equals the sum of the other rows",
      },
    ]);
    expect(sumsOf(bytes)).toEqual([10]);
    expect(sumsOf(bytes, { leftOut: [2] })).toEqual([5]);
  });
});

describe("A row is no total", () => {
  test.each([
    [
      "named like one but small",
      "Query,Clicks,Shown\nplum,40,900\ntotal energies,12,300\npear,3,20",
    ],
    ["equal to the only other row", "Query,Clicks,Shown\nplum,40,900\ncider,40,900"],
    [
      "with one sum by chance, but another count",
      "Query,Clicks,Shown\nplum,5,900\ncider,3,800\npear,2,700",
    ],
    ["in a column of row numbers", "#,Query,Clicks\n1,plum,50\n2,cider,30\n3,pear,10"],
  ])("%s", (_, text) => {
    expect(summariesOf(strToU8(text))).toEqual([]);
  });
});

test("A person can keep a row that was taken for a total", () => {
  const bytes = lines("Query,Clicks,Shown", "plum,52,1200", "cider,40,900", "pear,12,300");
  expect(summariesOf(bytes)).toMatchObject([{ line: 2, isSure: true }]);
  expect(sumsOf(bytes)).toEqual([52, 1200]);
  expect(sumsOf(bytes, { leftOut: [] })).toEqual([104, 2400]);
});
