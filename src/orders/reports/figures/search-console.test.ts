import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readSearchConsole } from "./search-console.ts";
import { unzipLimited } from "./unzip-limited.ts";

interface Language {
  readonly files: readonly [queries: string, pages: string, countries: string, days: string];
  readonly headings: readonly string[];
  readonly decimal: string;
  readonly group: string;
  readonly percent: string;
  readonly countries: readonly string[];
}

/**
 * Exports as the documentation of Search Console describes them. They were not compared with real
 * exports.
 */
const languages: Readonly<Record<string, Language>> = {
  English: {
    files: ["Queries.csv", "Pages.csv", "Countries.csv", "Chart.csv"],
    headings: ["Clicks", "Impressions", "CTR", "Position"],
    ...{ decimal: ".", group: ",", percent: "%", countries: ["Norway", "Sweden"] },
  },
  German: {
    files: ["Suchanfragen.csv", "Seiten.csv", "Länder.csv", "Diagramm.csv"],
    headings: ["Klicks", "Impressionen", "CTR", "Position"],
    ...{ decimal: ",", group: ".", percent: " %", countries: ["Norwegen", "Schweden"] },
  },
  French: {
    files: ["Requêtes.csv", "Pages.csv", "Pays.csv", "Graphique.csv"],
    headings: ["Clics", "Impressions", "CTR", "Position"],
    ...{ decimal: ",", group: "\u202f", percent: "\u00a0%", countries: ["Norvège", "Suède"] },
  },
  Polish: {
    files: ["Zapytania.csv", "Strony.csv", "Kraje.csv", "Wykres.csv"],
    headings: ["Kliknięcia", "Wyświetlenia", "CTR", "Pozycja"],
    ...{ decimal: ",", group: "\u00a0", percent: "%", countries: ["Norwegia", "Szwecja"] },
  },
  Swedish: {
    files: ["Sökfrågor.csv", "Sidor.csv", "Länder.csv", "Diagram.csv"],
    headings: ["Klick", "Exponeringar", "CTR", "Position"],
    ...{ decimal: ",", group: " ", percent: " %", countries: ["Norge", "Sverige"] },
  },
};

type Row = readonly [name: string, clicks: number, impressions: number, position: number];

function csv({ headings, decimal, group, percent }: Language, rows: readonly Row[]) {
  const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, group);
  const number = (value: number) =>
    value
      .toFixed(2)
      .replace(/\.?0+$/, "")
      .replace(".", decimal);
  const lines = rows.map(([name, clicks, impressions, position]) =>
    [
      name,
      grouped(clicks),
      grouped(impressions),
      `${number((100 * clicks) / impressions)}${percent}`,
      number(position),
    ].map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)),
  );
  return strToU8([["A", ...headings], ...lines].map((line) => line.join(",")).join("\r\n"));
}

const days: readonly Row[] = [
  ["2026-11-01", 40, 1000, 12.25],
  ["2026-11-02", 60, 1500, 11],
  ["2026-11-03", 0, 0.5 * 2, 40],
];
const queries: readonly Row[] = [
  ['apple "orchard", fairfield', 50, 900, 8.4],
  ["plum trees", 20, 600, 14],
  ["cider", 5, 300, 20.1],
];

function exported(language: Language) {
  const [ofQueries, ofPages, ofCountries, ofDays] = language.files;
  const countries = language.countries.map((name, at): Row => [name, 50, 1250 + at, 11.5]);
  return zipSync({
    [ofCountries]: csv(language, countries),
    [ofQueries]: csv(language, queries),
    [ofPages]: csv(language, [["https://example.com/", 100, 2501, 11.6]]),
    [ofDays]: csv(language, days),
    "Filters.csv": strToU8("Filter,Value\r\nSearch type,Web"),
  });
}

describe("An export of Search Console", () => {
  test.each(Object.entries(languages))(
    "in %s is read by the values in its columns, not by its headings",
    async (_, language) => {
      expect(readSearchConsole(await unzipLimited(exported(language)))).toMatchObject({
        ...{ source: "Search Console", firstDay: "2026-11-01", lastDay: "2026-11-03" },
        numbers: [{ value: "100" }, { value: "2501" }, { value: "11.5" }],
        queryClicks: 75,
        lists: [
          {
            kind: "searches",
            lines: [
              { name: 'apple "orchard", fairfield', clicks: 50, impressions: 900, position: "8.4" },
              { name: "plum trees", clicks: 20 },
              { name: "cider", clicks: 5 },
            ],
          },
          { kind: "pages", lines: [{ name: "https://example.com/", clicks: 100 }] },
        ],
      });
    },
  );

  test("without days is refused with a message", async () => {
    const zip = zipSync({ "Queries.csv": csv(languages.English as Language, queries) });
    expect(() => readSearchConsole([])).toThrow("has no file with the days");
    const files = await unzipLimited(zip);
    expect(() => readSearchConsole(files)).toThrow("has no file with the days");
  });
});

describe("A zip", () => {
  const refusal = (zip: Uint8Array) =>
    unzipLimited(zip).then(
      () => "",
      ({ message }) => message,
    );

  test("with more than 20 files is refused", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 21 }, (_, at) => [`${at}.csv`, strToU8("a")]),
    );
    expect(await refusal(zipSync(many))).toBe("The zip has more than 20 files.");
  });

  test("that unpacks to more than 50 MB is refused before it is completely unpacked", async () => {
    const zip = zipSync({ "bomb.csv": new Uint8Array(60 * 1024 * 1024) });
    expect(zip.length).toBeLessThan(1024 * 1024);
    expect(await refusal(zip)).toBe("The files in the zip are larger than 50 MB.");
  });

  test.each(["../up.csv", "/etc/days.csv", "C:\\days.csv", "a/../../b.csv", "..\\up.csv"])(
    "that names %s is refused",
    async (name) => {
      expect(await refusal(zipSync({ [name]: strToU8("a") }))).toBe(
        `The zip has a file “${name}” with a path that leaves the zip.`,
      );
    },
  );

  test("that is cut off, damaged or no zip is refused", async () => {
    const zip = exported(languages.English as Language);
    expect(await refusal(zip.slice(0, 200))).toMatch(/not complete|damaged/);
    expect(await refusal(strToU8("a,b"))).toMatch("This is not a zip file.");
    const stored = zipSync({ "days.csv": strToU8("Day,Clicks\n2026-11-01,4") }, { level: 0 });
    for (const all of [zip, stored]) {
      const whole = await unzipLimited(all);
      for (let length = 0; length < all.length; length += 1) {
        const files = await unzipLimited(all.slice(0, length)).catch(({ code }) => code);
        // `unzipLimited` returns a file completely or rejects the zip. A zip without its last bytes
        // can be complete, because these bytes are only the directory of the files.
        if (files !== "invalid") {
          for (const file of files) expect(whole).toContainEqual(file);
        }
      }
    }
    const damaged = zip.slice();
    damaged.fill(255, 60, 120);
    expect(await refusal(damaged)).toMatch(/damaged|not complete/);
  });
});
