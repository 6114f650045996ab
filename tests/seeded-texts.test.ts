import { describe, expect, test } from "vitest";
import { keptMs } from "#check/requests/check-addresses.ts";
import { defaultAddresses } from "#content/addresses/listings.ts";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { termsOfPlan } from "#content/model/plan-terms.ts";
import { pageSections } from "../src/app/landing/page-sections.tsx";

const {
  pricingPackages,
  faqItems,
  serviceItems,
  featureItems,
  workSteps,
  teamMembers,
  counters,
  experience,
  testimonials,
  callToAction,
  faqHeading,
  serviceHeading,
  featureHeading,
  sectionTitles,
  siteWords,
  refundPolicy,
  privacyPolicy,
} = blocks;

interface Seeded {
  readonly block: Block;
  readonly field: string;
  readonly text: string;
}

const seededTexts: readonly Seeded[] = Object.values(blocks as Record<string, Block>).flatMap(
  (block) =>
    block.seed.flatMap((record) =>
      Object.entries(record).map(([field, text]) => ({ block, field, text })),
    ),
);

const numerals = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const words = [...numerals, "ten", "eleven", "twelve", "thirteen", "fourteen"];

/** The number that a text writes in figures or as a word. */
function numberOf(text: string): number {
  if (text.toLowerCase() === "ninety") return 90;
  const word = words.indexOf(text.toLowerCase());
  return word === -1 ? Number(text) : word;
}

/** Numbers of all seeded sentences that match both patterns. `counted` has one group. */
function numbersIn(about: RegExp, counted: RegExp, texts = seededTexts): number[] {
  const sentences = texts.flatMap(({ text }) => text.split(/(?<=[.!?])\s|\n/));
  return sentences
    .filter((sentence) => about.test(sentence))
    .flatMap((sentence) => [...sentence.matchAll(new RegExp(counted, "gi"))])
    .map(([, number = ""]) => numberOf(number));
}

const of = (block: Block) => seededTexts.filter((seeded) => seeded.block === block);

describe("The seeded texts agree", () => {
  test("on the time of an answer", () => {
    // The terms say in the same words how soon a customer answers.
    const promised = seededTexts.filter(({ text }) => !text.includes("Answers to questions"));
    const days = numbersIn(/answer|reply/i, /within (\w+) working days?/, promised);
    expect(days.length).toBeGreaterThanOrEqual(3);
    expect(new Set(days)).toEqual(new Set([1]));
    // The contact form, its confirmation and the dashboard say this time.
    expect(siteWords.seed.map(({ answerTime }) => answerTime)).toEqual(["one working day"]);
  });

  test("on the days for a refund", () => {
    const written = of(refundPolicy).flatMap(({ text }) => [
      ...text.matchAll(/(?:within|first|after) (\w+) days/gi),
    ]);
    expect(written.length).toBeGreaterThanOrEqual(3);
    expect(new Set(written.map(([, number = ""]) => numberOf(number)))).toEqual(new Set([14]));
    expect(pricingPackages.seed.map(({ packageRefundDays }) => packageRefundDays)).toEqual([
      "14",
      "14",
      "14",
    ]);
  });

  test("on what a price pays for, and on what comes within its days", () => {
    const months = numbersIn(/./, /for (\w+) months? of work/);
    expect(months).toEqual([1, 1]);
    expect(sectionTitles.seed.map(({ pricingTerms }) => pricingTerms)).toEqual([
      "for a month’s SEO work",
    ]);
    const days = pricingPackages.seed.map(({ packageWorkingDays }) => Number(packageWorkingDays));
    const promised = numbersIn(/plan is with you in/, /in (\d+)/, of(callToAction));
    expect(promised).toEqual([Math.min(...days), Math.max(...days)]);
    // A month has about 21 working days.
    expect(Math.max(...days)).toBeLessThanOrEqual(21);
    // No text promises a part of the work within days that no plan names.
    const elsewhere = numbersIn(/with you in/, /in (?!the )(\w+) working days?/);
    expect(elsewhere.filter((number) => !days.includes(number))).toEqual([]);
    for (const plan of pricingPackages.seed) {
      expect(termsOfPlan({ ...plan, _id: "" }).includedRounds).toBe(2);
    }
  });

  test("on the number of things that a heading counts", () => {
    const counted: readonly [heading: string, things: number][] = [
      [faqHeading.seed[0]?.faqHeading ?? "", faqItems.seed.length],
      [serviceHeading.seed[0]?.serviceHeading ?? "", serviceItems.seed.length],
      [featureHeading.seed[0]?.FeaturesHeading ?? "", featureItems.seed.length],
      [sectionTitles.seed[0]?.stepsHeading.split(", ")[1] ?? "", workSteps.seed.length],
    ];
    for (const [heading, things] of counted) {
      expect(numberOf(heading.split(" ")[0] ?? ""), heading).toBe(things);
    }
    const [numbers] = counters.seed;
    expect(Number(numbers?.teamNumber)).toBe(teamMembers.seed.length);
    expect(numberOf(experience.seed[0]?.experienceText.split(" ")[0] ?? "")).toBe(
      Number(numbers?.yearofExperienceNumber),
    );
  });

  test("on the plans: names, sizes and prices", () => {
    const [basic] = pricingPackages.seed;
    const pages = /up to (\d+) pages/i;
    const advised = faqItems.seed.find(({ accodingText }) => accodingText.includes("Basic."));
    expect(pages.exec(advised?.accodingText ?? "")?.[1]).toBe(
      pages.exec(basic?.packagePointOne ?? "")?.[1],
    );
    for (const { packageName } of pricingPackages.seed) {
      expect(advised?.accodingText).toContain(`: ${packageName}.`);
    }
    const prices = pricingPackages.seed.map(({ packagePrice }) => packagePrice);
    const named = seededTexts.flatMap(({ text }) => [...text.matchAll(/\$(\d+)/g)]);
    expect(named.filter(([, price = ""]) => !prices.includes(price))).toEqual([]);
  });

  test("on how long a free check stays", () => {
    const days = keptMs / 24 / 60 / 60 / 1000;
    expect(numbersIn(/free check/i, /(\w+) days/, of(privacyPolicy))).toEqual([days]);
    const said = numbersIn(/kept for|stay for/i, /for (\w+) days/);
    expect(said.length).toBeGreaterThan(1);
    expect(new Set(said)).toEqual(new Set([days]));
  });

  test("on the results of testimonials: a number has what it counts and its period", () => {
    const complete = testimonials.seed.map(({ resultNumber, resultText, resultPeriod }) =>
      [resultNumber, resultText, resultPeriod].map((text) => text !== ""),
    );
    expect(new Set(complete.map((parts) => parts.join()))).toEqual(
      new Set(["true,true,true", "false,false,false"]),
    );
  });
});

test("every seeded link leads to a page of this site, and to a section that the page has", () => {
  const links = seededTexts.filter(
    ({ block, field, text }) =>
      block !== blocks.redirects && block.fields[field]?.kind === "url" && text !== "",
  );
  expect(links.length).toBeGreaterThan(3);
  const pages: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(defaultAddresses).map(([page, path]) => [path, page]),
  );
  for (const { block, text } of links) {
    if (text.startsWith("/pictures/")) continue;
    const [path = "", anchor] = text.split("#");
    const page = pages[path];
    expect(page, `${block.title}: ${text}`).toBeDefined();
    if (anchor === undefined) continue;
    const sections: readonly { readonly id: string }[] =
      pageSections[page as keyof typeof pageSections];
    expect(sections.map(({ id }) => id)).toContain(anchor);
  }
});
