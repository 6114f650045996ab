import { inflateSync } from "node:zlib";
import { extractText } from "unpdf";
import { expect, test } from "vitest";
import { type LookRecord, look as lookBlock } from "#content/blocks/look.ts";
import { contrast } from "#look/colours/contrast.ts";
import { lookOf } from "#look/look.ts";
import { pdfDressOf } from "#look/printed-look.ts";
import { loadSharp } from "#platform/load-sharp.ts";
import type { MonthReport } from "./report.ts";
import { monthReportPdf } from "./report-pdf.ts";

const line = (nth: number) => ({
  name: `stare odmiany jabłoni ${nth}`,
  clicks: 40 - nth,
  impressions: 900,
  position: "8.5",
});

const report: MonthReport = {
  id: "one",
  orderId: "two",
  month: "2026-11",
  state: "sent",
  revision: 1,
  done: "Napisaliśmy dwanaście tytułów: zażółć gęślą jaźń. Šalotka, țelină, Þorskur, őszibarack.",
  changed: "Pages without a title: 12 → 0. Σπορά στο χωράφι. Посев на поле, їжак і ґанок.",
  next: "漢字",
  numbers: ["Średnia pozycja", "Clicks", "Visits", "Calls"].map((label) => ({
    label,
    value: "11.4",
    earlier: "14.2",
    unit: "",
    source: "Search Console, Nov 1 – 30, 2026, Pacific time",
  })),
  lists: [
    {
      kind: "searches",
      figures: "three",
      source: "Search Console, Nov 1 – 30, 2026",
      note: "All listed searches together have 5 of the 30 clicks.",
      lines: Array.from({ length: 10 }, (_, nth) => line(nth)),
    },
  ],
  searches: null,
  author: "",
  reviewer: "",
  updatedAt: 0,
  sentAt: 0,
};

const [seed] = lookBlock.seed;

const options = async (values: Partial<LookRecord>) => ({
  website: "gęś.example",
  orderNumber: 7,
  earlier: ["2026-08", "2026-10"].map((month, nth) => ({
    month,
    numbers: report.numbers.map((number) => ({ ...number, value: `1${nth}.3` })),
  })),
  searches: {
    months: ["2026-10", "2026-11"],
    lines: [
      { search: "jabłoń", positions: ["12", "9.5"] },
      { search: "śliwa", positions: ["", ">100"] },
    ],
  },
  seller: { name: "Meridian", email: "own@example.com" },
  dress: await pdfDressOf(lookOf({ ...seed, ...values } as LookRecord)),
});

test("The PDF of a month report can show arrows and the letters of European languages, and has at most 150 kB", async () => {
  const bytes = await monthReportPdf(report, await options({}));
  expect(bytes.length).toBeLessThan(150_000);
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  const plain = text.replace(/\s+/g, " ");
  for (const part of [
    report.done,
    report.changed,
    "Meridian · Order 7 · gęś.example · own@example.com",
    "Średnia pozycja",
    "11.4 (−2.8 compared with the earlier value)",
    "Over the months Średnia pozycja 10.3 Aug 2026 Sep 11.3 Oct 11.4 Nov Clicks",
    "Search Oct 2026 Nov 2026 Since last month jabłoń 12 9.5 2.5 places better śliwa not measured not in the first 100 nothing to compare",
    "The ten searches with the most clicks",
    "stare odmiany jabłoni 9",
    "Source: Search",
    "All listed searches together have 5 of the 30 clicks.",
  ]) {
    expect(plain).toContain(part);
  }
  // A list is not divided between two pages.
  const { text: pages } = await extractText(new Uint8Array(bytes));
  const page = pages.find((one) => one.includes("The ten searches with the most clicks"));
  expect(page).toContain("stare odmiany jabłoni 9");
  expect(page).toContain("5 of the 30 clicks.");
  // The fonts have no Chinese letters.
  expect(plain).toContain("What comes next ??");
});

/** The colours in which text and shapes are filled, as "#rrggbb". */
function fillsIn(pdf: Buffer): ReadonlySet<string> {
  const streams = [...pdf.toString("latin1").matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)];
  const texts = streams.map(([, stream = ""]) => {
    const bytes = Buffer.from(stream, "latin1");
    return bytes[0] === 0x78 ? inflateSync(bytes).toString("latin1") : "";
  });
  const fills = texts.join("\n").matchAll(/([\d.]+) ([\d.]+) ([\d.]+) scn/g);
  const hex = (share = "") =>
    Math.round(Number(share) * 255)
      .toString(16)
      .padStart(2, "0");
  return new Set([...fills].map(([, ...shares]) => `#${shares.slice(0, 3).map(hex).join("")}`));
}

test("The PDF has the colours and the typeface of the look", async () => {
  const bytes = await monthReportPdf(report, await options({ design: "Print" }));
  const { ink, brand, ...light } = lookOf({ ...seed, design: "Print" } as LookRecord).palettes
    .light;
  expect([...fillsIn(bytes)].sort()).toEqual(
    [...new Set([ink, brand, light["ink-soft"], light["accent-text"]])].sort(),
  );
  expect(bytes.toString("latin1")).toMatch(/\/BaseFont \/[A-Z]+\+Newsreader/);
  expect(bytes.toString("latin1")).not.toContain("Fraunces");
});

test("The PDF of a site that is always dark can be read on paper", async () => {
  const dark = { design: "Studio", ground: "#000000", surface: "#101010", ink: "#ffffff" } as const;
  const bytes = await monthReportPdf(report, await options({ ...dark, brand: "#d4ff00" }));
  const fills = fillsIn(bytes);
  expect(fills.size).toBeGreaterThan(2);
  for (const fill of fills) expect(contrast(fill, "#ffffff"), fill).toBeGreaterThanOrEqual(4.5);
});

test("The PDF begins with the logo of the business", async () => {
  const sharp = await loadSharp();
  const picture = { width: 300, height: 80, channels: 3, background: "#335522" } as const;
  const bytes = await sharp({ create: picture }).png().toBuffer();
  const { dress, ...rest } = await options({});
  const isImage = /\/Subtype \/Image/;
  expect((await monthReportPdf(report, { dress, ...rest })).toString("latin1")).not.toMatch(
    isImage,
  );
  const logo = { bytes, ...picture };
  const pdf = await monthReportPdf(report, { dress: { ...dress, logo }, ...rest });
  expect(pdf.toString("latin1")).toMatch(isImage);
});
