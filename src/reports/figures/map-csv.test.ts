import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { previewCsv, readMappedCsv } from "./map-csv.ts";

const mapping = {
  source: "Bing Webmaster Tools",
  uses: ["day", "clicks", "impressions", "position"],
  decimals: "point",
  days: "year first",
};

/** The numbers of a file about one month. */
function read(text: string, changes: object = {}) {
  const [found, ...others] = readMappedCsv(strToU8(text), { ...mapping, ...changes });
  expect(others).toEqual([]);
  if (found === undefined) throw new Error("No numbers were read.");
  return found;
}

const refusal = (text: string, changes: object = {}) => {
  try {
    read(text, changes);
    return "read";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("The preview of a CSV file", () => {
  test.each([
    [
      "commas",
      "Date,Clicks,Impressions,CTR,Avg. position\n2026-11-01,4,90,4.44%,8.5\n2026-11-02,6,1200,0.5%,11",
      ["day", "clicks", "impressions", "mean", "position"],
      ["point", "year first"],
    ],
    [
      "semicolons",
      "Datum;Klicks;Impressionen;Position\n01.11.2026;4;1.090;8,5\n02.11.2026;6;1.200;11,25",
      ["day", "clicks", "impressions", "position"],
      ["comma", "day first"],
    ],
    [
      "tabs",
      "day\tpage\tvisits\n11/30/2026\thttps://example.com/\t12\n11/29/2026\thttps://example.com/b\t3",
      ["day", "page", "none"],
      ["point", "month first"],
    ],
    [
      "searches",
      'Keyword,Clicks,Rank\n"plum trees, old",4,8.5\ncider,6,11',
      ["search", "clicks", "position"],
      ["point", ""],
    ],
  ])("with %s suggests the meaning of each column", (_, text, uses, [decimals, days]) => {
    expect(previewCsv("a.csv", strToU8(text))).toMatchObject({ uses, decimals, days, rowCount: 2 });
  });

  test.each([
    ["one column", "Clicks\n4", /needs a line of headings/],
    ["only headings", "Day,Clicks", /needs a line of headings/],
    ["41 columns", `${"a,".repeat(40)}a\n${"1,".repeat(40)}1`, /more than 40 columns/],
    ["50,001 rows", `Day,Clicks\n${"1,2\n".repeat(50_001)}`, /more than 50,000 rows/],
  ])("with %s is refused", (_, text, sentence) => {
    expect(() => previewCsv("a.csv", strToU8(text))).toThrow(sentence);
  });
});

describe("A CSV file with a description of its columns", () => {
  test("gives sums, and average positions weighted by impressions", () => {
    const text = 'Day,Clicks,Shown,Position\n2026-11-02,10,300,20\n2026-11-01,"1,200",100,10.5\n';
    expect(read(text)).toEqual({
      source: "Bing Webmaster Tools",
      firstDay: "2026-11-01",
      lastDay: "2026-11-02",
      numbers: [
        { label: "Clicks", value: "1210", unit: "" },
        { label: "Shown", value: "400", unit: "" },
        { label: "Position", value: "17.6", unit: "" },
      ],
      queryClicks: null,
      lists: [],
    });
  });

  test("lists the ten searches with the most clicks, added up over all days", () => {
    const rows = Array.from({ length: 12 }, (_, nth) => `2026-11-01,search ${nth},${nth},100,5`);
    const text = ["Day,Query,Clicks,Shown,Position", ...rows, "2026-11-02,search 3,20,300,9"];
    const { lists, lastDay } = read(text.join("\n"), {
      uses: ["day", "search", "clicks", "impressions", "position"],
    });
    expect(lastDay).toBe("2026-11-02");
    expect(lists[0]?.kind).toBe("searches");
    expect(lists[0]?.lines).toHaveLength(10);
    expect(lists[0]?.lines.slice(0, 2)).toEqual([
      { name: "search 3", clicks: 23, impressions: 400, position: "8" },
      { name: "search 11", clicks: 11, impressions: 100, position: "5" },
    ]);
  });

  test("needs a first and a last day, entered by hand, when no column contains the day", () => {
    const text = "Page,Clicks\nhttps://example.com/,4\nhttps://example.com/b/,7";
    const uses = ["page", "clicks"];
    expect(refusal(text, { uses })).toMatch(/write the first and the last day/);
    expect(refusal(text, { uses, firstDay: "2026-11-30", lastDay: "2026-11-01" })).toMatch(
      /last day is before the first/,
    );
    expect(refusal(text, { uses, firstDay: "2026-11-31", lastDay: "2026-12-01" })).toMatch(
      /Write the day as/,
    );
    expect(read(text, { uses, firstDay: "2026-11-01", lastDay: "2026-11-30" })).toMatchObject({
      firstDay: "2026-11-01",
      lastDay: "2026-11-30",
      lists: [
        {
          kind: "pages",
          lines: [
            { name: "https://example.com/b/", clicks: 7, impressions: null, position: "" },
            { name: "https://example.com/", clicks: 4, impressions: null, position: "" },
          ],
        },
      ],
    });
  });

  const day = "Day,Clicks,Shown,Position\n2026-11-01,4,90,8.5";
  test.each([
    [
      "another decimal sign",
      day.replace("8.5", "8,5").replaceAll(",", ";").replace("8;5", "8,5"),
      {},
      /Row 2, “Position”: “8,5” is not a number with a decimal point/,
    ],
    [
      "no day",
      day.replace("2026-11-01", "2026-11-31"),
      {},
      /Row 2, “Day”: “2026-11-31” is not a valid day/,
    ],
    ["half a click", day.replace(",4,", ",4.5,"), {}, /“4.5” is not a whole number of at least 0/],
    [
      "fewer than no clicks",
      day.replace(",4,", ",-4,"),
      {},
      /“-4” is not a whole number of at least 0/,
    ],
    ["a day twice", `${day}\n2026-11-01,1,2,3`, {}, /lists the day 2026-11-01 twice/],
    [
      "no numbers",
      day,
      { uses: ["day", "none", "none", "none"] },
      /at least one column with numbers/,
    ],
    ["two days", day, { uses: ["day", "day", "none", "none"] }, /cannot both be “day”/],
    [
      "searches without clicks",
      day,
      { uses: ["search", "mean", "none", "none"], firstDay: "2026-11-01", lastDay: "2026-11-01" },
      /needs a column with clicks/,
    ],
    ["no source", day, { source: " " }, /where the numbers come from/],
    [
      "a use that does not exist",
      day,
      { uses: ["everything"] },
      /Choose what each column contains/,
    ],
  ])("with %s is refused with a message", (_, text, changes, sentence) => {
    expect(refusal(text, changes)).toMatch(sentence);
  });
});
