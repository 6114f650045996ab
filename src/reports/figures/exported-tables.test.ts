import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { previewCsv, readMappedCsv } from "./map-csv.ts";

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
const windows1252 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

/** Reads a file as its preview suggests, in November where the file names no days. */
function readAsSuggested(bytes: Uint8Array, changes: object = {}) {
  const { uses, decimals, days, ...preview } = previewCsv("export.csv", bytes);
  const [firstDay, lastDay] = [preview.firstDay || "2026-11-01", preview.lastDay || "2026-11-30"];
  const found = readMappedCsv(bytes, {
    source: "Export",
    uses,
    decimals,
    days,
    firstDay,
    lastDay,
    ...changes,
  });
  return found.map((one) => ({
    days: `${one.firstDay}/${one.lastDay}`,
    numbers: one.numbers.map(({ label, value, unit }) => `${label} ${value}${unit}`),
    names: one.lists.flatMap(({ lines }) => lines.map(({ name }) => name)),
  }));
}

const lines = (...all: readonly string[]) => all.join("\n");

interface Export {
  readonly bytes: Uint8Array;
  readonly uses: readonly string[];
  readonly days: string;
  readonly numbers: readonly string[];
  readonly names?: readonly string[];
  /** Lines of rows that are left out. */
  readonly leftOut?: readonly number[];
}

/** Files as these programs write them, with the numbers that a person would read from them. */
const exports: Readonly<Record<string, Export>> = {
  "Google Analytics, by page, with comments and a grand total": {
    bytes: strToU8(
      lines(
        "# ----------------------------------------",
        "# Landing page: Landing page",
        "# Account: Orchard, Inc.",
        "# Property: Cider, Ltd.",
        "#",
        "# Start date: 20261101",
        "# End date: 20261127",
        "# ----------------------------------------",
        "",
        "Landing page,Views,Organic Google Search clicks,",
        ",150,15,Grand total",
        "/plums,100,10,",
        "(not set),30,3,",
        "/cider,20,2,",
      ),
    ),
    uses: ["page", "impressions", "clicks", "none"],
    days: "2026-11-01/2026-11-27",
    numbers: ["Views 150", "Organic Google Search clicks 15"],
    names: ["/plums", "(not set)", "/cider"],
    leftOut: [11],
  },
  "Google Analytics, with several tables, of which the one with clicks is read": {
    bytes: strToU8(
      lines(
        "# Start date: 20261101",
        "# End date: 20261130",
        "Nth day,Active users",
        "0000,12",
        "0001,15",
        "",
        "# Start date: 20261101",
        "# End date: 20261130",
        "Country,Views,Google clicks",
        "Norway,40,4",
        "Sweden,60,6",
        "",
        "Platform,Active users",
        "web,27",
      ),
    ),
    uses: ["none", "impressions", "clicks"],
    days: "2026-11-01/2026-11-30",
    numbers: ["Views 100", "Google clicks 10"],
  },
  "Google Ads, with a title, a period and several totals": {
    bytes: utf16(
      lines(
        "Search keywords report",
        '"November 1, 2026 - November 30, 2026"',
        "Keyword status\tKeyword\tClicks\tImpr.\tCTR\tAvg. CPC",
        'Enabled\tplum trees\t40\t"1,900"\t2.11%\t0.30',
        "Enabled\tcider\t12\t300\t4.00%\t0.20",
        'Total: Keywords\t --\t52\t"2,200"\t2.36%\t0.28',
        'Total: Account\t --\t60\t"2,500"\t2.40%\t0.28',
      ),
    ),
    uses: ["none", "search", "clicks", "impressions", "none", "none"],
    days: "2026-11-01/2026-11-30",
    numbers: ["Clicks 52", "Impr. 2200"],
    names: ["plum trees", "cider"],
    leftOut: [6, 7],
  },
  "Matomo in French": {
    bytes: utf16(
      lines(
        "Date\tVisites\tClics\tTaux de rebond",
        "dim. 1 nov. 2026\t100\t10\t40 %",
        "lun. 2 nov. 2026\t300\t30\t60 %",
      ),
    ),
    uses: ["day", "none", "clicks", "mean"],
    days: "2026-11-01/2026-11-02",
    numbers: ["Clics 40", "Taux de rebond 55%"],
  },
  "Bing Webmaster Tools": {
    bytes: strToU8(
      lines(
        '"Date","Impressions","Clicks","CTR","Avg. position"',
        '"11/13/2026 12:00:00 AM","200","10","5%","4.5"',
        '"11/14/2026 12:00:00 AM","800","8","1%","9.5"',
      ),
    ),
    uses: ["day", "impressions", "clicks", "mean", "position"],
    days: "2026-11-13/2026-11-14",
    numbers: ["Impressions 1000", "Clicks 18", "CTR 1.8%", "Avg. position 8.5"],
  },
  "Excel in German, in Windows-1252 with semicolons and a total": {
    bytes: windows1252(
      lines(
        "Schl\xfcsselw\xf6rter;;",
        "",
        "Suchbegriff;Klicks;\xd8 Position",
        "K\xf6lner Pflaumen;1.040;8,5",
        "Most;12;11,25",
        "Gesamt;1.052;9,9",
        "",
      ).replace(/\n/g, "\r\n"),
    ),
    uses: ["search", "clicks", "position"],
    days: "2026-11-01/2026-11-30",
    numbers: ["Klicks 1052", "Ø Position 9.9"],
    names: ["Kölner Pflaumen", "Most"],
    leftOut: [6],
  },
  "Excel with its delimiter in the first line": {
    bytes: strToU8(
      lines("sep=;", "Day;Clicks, all;Rate", "2026-11-01;4;1,5 %", "2026-11-02;6;2,5 %"),
    ),
    uses: ["day", "clicks", "mean"],
    days: "2026-11-01/2026-11-02",
    numbers: ["Clicks, all 10", "Rate 2.1%"],
  },
  "a spreadsheet in Arabic": {
    bytes: strToU8(
      lines("الاستعلام,النقرات,مرات الظهور", "تفاح,٤٠,٩٠٠", "خوخ,١٢,٣٠٠", "المجموع,٥٢,١٢٠٠"),
    ),
    uses: ["search", "clicks", "impressions"],
    days: "2026-11-01/2026-11-30",
    numbers: ["النقرات 52", "مرات الظهور 1200"],
    names: ["تفاح", "خوخ"],
    leftOut: [4],
  },
  "Google Ads, saved again by Excel, which fills up all lines": {
    bytes: strToU8(
      lines(
        "Search keywords report,,,",
        "Period,2026-11-01,2026-11-15,",
        "Total clicks,52,,",
        "Keyword,Clicks,Impr.,CTR",
        "plum,40,900,4.4%",
        "cider,12,300,4%",
        ",,,",
      ),
    ),
    uses: ["search", "clicks", "impressions", "none"],
    days: "2026-11-01/2026-11-15",
    numbers: ["Clicks 52", "Impr. 1200"],
    names: ["plum", "cider"],
  },
};

describe("An export of another program", () => {
  test.each(Object.entries(exports))("is read: %s", (_, { bytes, ...expected }) => {
    const preview = previewCsv("export.csv", bytes);
    expect(preview.uses).toEqual(expected.uses);
    const sure = preview.summaries.filter(({ isSure }) => isSure).map(({ line }) => line);
    expect(sure).toEqual(expected.leftOut ?? []);
    if (expected.numbers.length === 0) return;
    expect(readAsSuggested(bytes)).toEqual([
      { days: expected.days, numbers: expected.numbers, names: expected.names ?? [] },
    ]);
  });

  test("with days that can be read in two ways asks for the order", () => {
    const bytes = strToU8(lines("Day,Clicks", "11/01/2026,4", "11/02/2026,6"));
    expect(() => readAsSuggested(bytes)).toThrow("Choose how the file writes days.");
    expect(readAsSuggested(bytes, { days: "month first" })[0]?.days).toBe("2026-11-01/2026-11-02");
  });

  test("with more cells than headings is refused, as for 1,234 without quotation marks", () => {
    const text = lines(
      "Day,Clicks,Shown",
      "2026-11-01,4,90",
      "2026-11-02,6,1,234",
      "2026-11-03,6,80",
    );
    expect(() => previewCsv("a.csv", strToU8(text))).toThrow(
      "Row 3 has 4 cells, but there are 3 headings.",
    );
  });
});
