import { extractText } from "unpdf";
import { expect, test } from "vitest";
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

test("The PDF of a month report can show arrows and the letters of European languages, and has at most 150 kB", async () => {
  const bytes = await monthReportPdf(report, {
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
  });
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
