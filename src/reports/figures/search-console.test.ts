import { strToU8, unzipSync, zipSync } from "fflate";
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
    decimal: ".",
    group: ",",
    percent: "%",
    countries: ["Norway", "Sweden"],
  },
  German: {
    files: ["Suchanfragen.csv", "Seiten.csv", "Länder.csv", "Diagramm.csv"],
    headings: ["Klicks", "Impressionen", "CTR", "Position"],
    decimal: ",",
    group: ".",
    percent: " %",
    countries: ["Norwegen", "Schweden"],
  },
  French: {
    files: ["Requêtes.csv", "Pages.csv", "Pays.csv", "Graphique.csv"],
    headings: ["Clics", "Impressions", "CTR", "Position"],
    decimal: ",",
    group: "\u202f",
    percent: "\u00a0%",
    countries: ["Norvège", "Suède"],
  },
};

/** Languages in which letter case tells nothing, or where programs change it in another way. */
const furtherLanguages: Readonly<Record<string, Language>> = {
  Japanese: {
    files: ["クエリ.csv", "ページ.csv", "国.csv", "グラフ.csv"],
    headings: ["クリック数", "表示回数", "CTR", "掲載順位"],
    decimal: ".",
    group: ",",
    percent: "%",
    countries: ["ノルウェー", "スウェーデン"],
  },
  Turkish: {
    files: ["Sorgular.csv", "Sayfalar.csv", "Ülkeler.csv", "Grafik.csv"],
    headings: ["Tıklamalar", "Gösterimler", "TO", "Konum"],
    decimal: ",",
    group: ".",
    percent: "%",
    countries: ["İsveç", "Norveç"],
  },
  Arabic: {
    files: ["طلبات البحث.csv", "الصفحات.csv", "البلدان.csv", "الرسم البياني.csv"],
    headings: ["نقرات", "مرات الظهور", "نسبة النقر إلى الظهور", "الموضع"],
    decimal: "٫",
    group: "٬",
    percent: "٪",
    countries: ["النرويج", "السويد"],
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
  test.each([...Object.entries(languages), ...Object.entries(furtherLanguages)])(
    "in %s is read by the values in its columns, not by its headings",
    async (_, language) => {
      const [found, ...others] = readSearchConsole(await unzipLimited(exported(language)));
      expect(others).toEqual([]);
      expect(found).toMatchObject({
        source: "Search Console",
        firstDay: "2026-11-01",
        lastDay: "2026-11-03",
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

  const english = languages.English as Language;
  const read = async (files: Record<string, Uint8Array>) =>
    readSearchConsole(await unzipLimited(zipSync(files)));

  test("is read after it was unpacked and zipped again on a Mac, with further files", async () => {
    const files = unzipSync(exported(english));
    const zippedAgain = {
      ...Object.fromEntries(
        Object.entries(files).flatMap(([name, bytes]) => [
          [`orchard.example/${name}`, bytes],
          [`__MACOSX/orchard.example/._${name}`, new Uint8Array([0, 5, 22, 7, 0, 2, 0, 255, 254])],
        ]),
      ),
      "orchard.example/.DS_Store": new Uint8Array([0, 0, 0, 1, 66, 117, 100, 49]),
      "orchard.example/notes.txt": strToU8("Sown in May"),
      "orchard.example/broken.csv": new Uint8Array([0, 255, 254, 0, 255, 0, 0, 1]),
    };
    const found = await read(zippedAgain);
    expect(found).toEqual(readSearchConsole(await unzipLimited(exported(english))));
    expect(await read({ "export.zip": zipSync(zippedAgain) })).toEqual(found);
  });
});

describe("A zip", () => {
  const refusal = (zip: Uint8Array) =>
    unzipLimited(zip).then(
      () => "",
      ({ message }) => message,
    );

  test("with a zip inside is held to the same limits", async () => {
    const bomb = zipSync({ "bomb.csv": new Uint8Array(51 * 1024 * 1024) }, { level: 1 });
    expect(await refusal(zipSync({ "a.zip": bomb }))).toBe(
      "The files in the zip are larger than 50 MB.",
    );
    const outside = zipSync({ "inner.zip": zipSync({ "../up.csv": strToU8("a") }) });
    expect(await refusal(outside)).toMatch(/with a path that leaves the zip/);
  });

  test("with more than 20 files is refused", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 21 }, (_, at) => [`${at}.csv`, strToU8("a")]),
    );
    expect(await refusal(zipSync(many))).toBe("The zip has more than 20 files.");
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
      for (let length = 0; length < all.length; length += 7) {
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
