import { type MonthView, shownListOf, shownNumberOf } from "#app/order-room/months/month-view.ts";
import { type MonthNumbers, seriesOf } from "#reports/month-series.ts";
import type { ReportList, ReportNumber } from "#reports/report.ts";
import { noSearches } from "#reports/searches/search-positions.ts";

/** Numbers and lists of Harbour House, an invented guesthouse, as a report stores them. */
export const sampleNumbers: readonly ReportNumber[] = [
  {
    label: "Visits from search",
    value: "1284",
    earlier: "940",
    unit: "",
    source: "Search Console",
  },
  {
    label: "Enquiries for a room",
    value: "61",
    earlier: "43",
    unit: "",
    source: "Booking form",
  },
  {
    label: "Searches on the first page",
    value: "14",
    earlier: "9",
    unit: "of 30",
    source: "Search Console",
  },
];

const searches: ReportList = {
  kind: "searches",
  figures: "",
  source: "Search Console",
  note: "",
  lines: [
    { name: "guesthouse near the coast", clicks: 212, impressions: 3480, position: "4.2" },
    { name: "harbour house guesthouse", clicks: 187, impressions: 610, position: "1.3" },
    { name: "rooms with breakfast", clicks: 143, impressions: 2950, position: "6.1" },
    { name: "where to stay on the coast path", clicks: 96, impressions: 2240, position: "7.4" },
    { name: "quiet weekend by the sea", clicks: 71, impressions: 1910, position: "8" },
  ],
};

const pages: ReportList = {
  kind: "pages",
  figures: "",
  source: "Search Console",
  note: "",
  lines: [
    { name: "/", clicks: 498, impressions: 9120, position: "5.2" },
    { name: "/rooms/", clicks: 402, impressions: 7480, position: "5.9" },
    { name: "/coast-path/", clicks: 168, impressions: 4010, position: "7.1" },
    { name: "/breakfast/", clicks: 121, impressions: 2260, position: "6.3" },
    { name: "/getting-here/", clicks: 64, impressions: 980, position: "3.8" },
  ],
};

export const sampleLists = [searches, pages] as const;

/** What earlier reports said, so that the sample has charts over the months. */
export const sampleEarlier: readonly MonthNumbers[] = (
  [
    ["2026-06", "610", "22", "3"],
    ["2026-07", "702", "31", "5"],
    ["2026-08", "855", "38", "7"],
    ["2026-09", "940", "43", "9"],
  ] as const
).map(([of, ...values]) => ({
  month: of,
  numbers: sampleNumbers.map((number, nth) => ({ ...number, value: values[nth] ?? "" })),
}));

const month = "2026-10";
const shortName = "Oct 2026";

/** A sample report, laid out as the report of an order. */
export const sampleMonth: MonthView = {
  month,
  name: "October 2026",
  shortName,
  done: "Search engines may list the front page again: the tag that came with its new design on September 24, and kept it out, is gone. We rewrote three pages (rooms, breakfast, getting here) and wrote a new one about the coast path. All nine pages have a description now, and their links say where they lead.",
  changed:
    "More people find Harbour House when they look for a place to stay near the coast. The new page about the coast path had 168 visits from search since it went online.",
  next: "In November we write a page about winter weekends, and ask two walking clubs for a mention.",
  orderNumber: 1042,
  website: "harbourhouse.example",
  sent: { iso: "2026-11-02T09:00:00.000Z", date: "Nov 2, 2026" },
  numbers: sampleNumbers.map((number) => shownNumberOf(number, shortName)),
  earlier: sampleEarlier,
  series: seriesOf(month, sampleNumbers, sampleEarlier),
  searches: noSearches,
  lists: sampleLists.map(shownListOf),
};
