import { expect, test } from "vitest";
import { viewOf } from "#app/check/check-view.server.ts";
import { runChecks } from "#check/engine/run-checks.ts";
import { gatherFacts } from "#check/fetching/gather-facts.ts";
import { findCheck } from "#check/registry.ts";
import { siteCheckOf } from "#check/requests/site-check.ts";
import { harbourHouse } from "#check/samples/harbour-house.ts";
import { sampleSession } from "#check/samples/sample-session.ts";
import { sampleHost } from "#check/samples/sample-site.ts";
import { type PricingPackage, pricingPackages } from "#content/blocks/pricing-packages.ts";
import { planPoints } from "#content/model/plan-points.ts";
import { seedsOf } from "#content/plain/plain-seeds.ts";
import { longDateOf } from "#platform/time/dates.ts";
import { parseHere } from "../../../../tests/support/parse-here.ts";
import { sampleCheck, sampleCheckDate } from "./sample-check.ts";
import { sampleDelivery, sampleDeliveryOf } from "./sample-delivery.ts";
import { sampleEarlier, sampleLists, sampleMonth, sampleNumbers } from "./sample-month.ts";

const website = "harbourhouse.example";
const checkedAt = Date.parse("2026-09-28T09:00:00Z");

test("the sample check is what the engine finds on the website of Harbour House", async () => {
  const gathered = await gatherFacts(
    { address: `https://${sampleHost}/`, hasScheme: false },
    {
      session: sampleSession(harbourHouse),
      parse: parseHere,
      read: async (facts) => runChecks(facts),
      onPage: async () => {},
      now: checkedAt,
    },
  );
  if ("refusal" in gathered) throw new Error(gathered.refusal.sentence);
  const check = siteCheckOf({
    id: "sample",
    key: "sample",
    website,
    state: "done",
    refusal: "",
    result: JSON.stringify(gathered.result).replaceAll(sampleHost, website),
    icon: "",
    requested_at: checkedAt,
    finished_at: checkedAt,
    email_confirmed_at: null,
  });
  const view = viewOf(check, false);
  await expect(`${JSON.stringify(view, null, 2)}\n`).toMatchFileSnapshot("sample-check.json");
});

test("the sample month agrees with itself, with the delivery and with the check", () => {
  const [visits, , onFirstPage] = sampleNumbers;
  for (const { lines } of sampleLists) {
    const clicks = lines.map((line) => line.clicks);
    expect(clicks).toEqual(clicks.toSorted((one, other) => other - one));
    expect(clicks.reduce((sum, each) => sum + each)).toBeLessThan(Number(visits?.value));
    expect(lines.filter(({ impressions }) => (impressions ?? 0) < 1)).toEqual([]);
  }
  const coastPath = sampleLists[1].lines.find(({ name }) => name === "/coast-path/");
  expect(sampleMonth.changed).toContain(`had ${coastPath?.clicks} visits`);
  expect(sampleMonth.website).toBe(sampleCheck.website);
  const lastMonth = sampleEarlier.at(-1)?.numbers.map(({ value }) => value);
  expect(lastMonth).toEqual(sampleNumbers.map(({ earlier }) => earlier));
  expect(sampleMonth.series).toHaveLength(3);
  expect(sampleMonth.numbers.map(({ change }) => change)).toEqual(["+344", "+18", "+5"]);
  const searches = sampleDelivery.points[1]?.value;
  expect(searches).toBe(
    `${onFirstPage?.unit.replace("of ", "")} searches, ${onFirstPage?.value} of them on the first page`,
  );
});

test("the samples tell one story: hidden, checked, worked on, reported, delivered, accepted", () => {
  const year = sampleMonth.month.slice(0, 4);
  const daysIn = (text = "") =>
    [...text.matchAll(/(?:September|October|November) \d+/g)].map(([day]) =>
      Date.parse(`${day}, ${year} UTC`),
    );
  const proofOf = (name: string) =>
    sampleDelivery.points.find(({ point }) => point.startsWith(name))?.value;
  const plan = pricingPackages.seed.find(({ packageName }) => packageName === "Standard");
  const delivered = Date.parse(sampleDelivery.isoDate);
  // Search visits of September, although the check of September finds the front page hidden.
  const hidden = daysIn(sampleMonth.done);
  expect(sampleCheck.firstThree.map(({ id }) => id)).toContain("robots-meta");
  expect(hidden).toHaveLength(1);
  const started = startOfWork(delivered, Number(plan?.packageWorkingDays));
  const mentions = daysIn(proofOf("Mentions"));
  expect(mentions).toHaveLength(2);
  expect(proofOf("Report")).toBe("/sample-month");
  const story = [
    Date.parse("2026-09-20T00:00:00Z"),
    ...hidden,
    sampleCheck.at,
    started,
    ...mentions,
    Date.parse(sampleMonth.sent?.iso ?? ""),
    delivered,
    Date.parse(`${sampleDelivery.answer?.date} UTC`),
  ];
  expect(story.map((at) => new Date(at).toISOString())).toEqual(
    story.toSorted((one, other) => one - other).map((at) => new Date(at).toISOString()),
  );
});

/** The day of the payment of an order that is delivered on the last of its working days. */
function startOfWork(delivered: number, workingDays: number): number {
  const dayMs = 24 * 60 * 60 * 1000;
  let day = delivered;
  for (let left = workingDays; left > 0; day -= dayMs) {
    if (![0, 6].includes(new Date(day).getUTCDay())) left -= 1;
  }
  return day;
}

test("the sample delivery proves each point of the demonstration plan, in the words of the site", () => {
  for (const set of ["farm", "plain"] as const) {
    const plan = seedsOf(pricingPackages, set).find(
      ({ packageName }) => packageName === "Standard",
    );
    const shown = { _id: "standard", ...plan } as PricingPackage;
    const points = planPoints(shown);
    const delivery = sampleDeliveryOf([shown]);
    expect(delivery.points.map(({ point }) => point)).toEqual(points);
    expect(delivery.points.map(({ position }) => position)).toEqual(points.map((_, at) => at + 1));
  }
  expect(sampleDeliveryOf([])).toEqual(sampleDelivery);
});

test("the sample delivery names the pages of its proof", () => {
  const checked = sampleDelivery.points.filter(({ kind }) => kind === "check");
  const finding = sampleCheck.families
    .flatMap(({ findings }) => findings)
    .find(({ id }) => id === "link-text");
  expect(finding).toBeDefined();
  expect(checked.map(({ value }) => value)).toEqual([
    `${findCheck("link-text")?.counted}: ${checked[0]?.pages.length} → 0`,
  ]);
  expect(checked[0]?.checkedOn).toBe(`Checked on ${sampleCheckDate} and ${sampleDelivery.date}`);
  expect(sampleDelivery.points[0]?.value).toMatch(/^9 pages/);
});

test("the dates that the samples show are those of their instants", () => {
  const shown = (instant: number) => longDateOf(instant, { timeZone: "UTC", locale: "en-US" });
  expect(sampleCheckDate).toBe(shown(sampleCheck.at));
  expect(sampleDelivery.date).toBe(shown(Date.parse(sampleDelivery.isoDate)));
  expect(sampleMonth.sent?.date).toBe(shown(Date.parse(sampleMonth.sent?.iso ?? "")));
});
