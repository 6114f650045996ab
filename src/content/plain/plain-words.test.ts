import { describe, expect, test } from "vitest";
import { demonstrationName } from "#platform/business.ts";
import { type Blocks, blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { schemaOf } from "../model/schema-of.ts";
import { farmWordIn } from "./farm-words.ts";
import { seedsOf } from "./plain-seeds.ts";
import { plainWords } from "./plain-words.ts";

const all = Object.entries(blocks as Record<string, Block>);
const pairs = all.flatMap(([key, block]) =>
  seedsOf(block, "farm").map((farm, index) => {
    const plain = seedsOf(block, "plain")[index] ?? {};
    return { key, block, farm, plain };
  }),
);
const plainTexts = pairs.flatMap(({ key, block, plain }) =>
  Object.entries(plain).map(([field, text]) => ({ key, block, field, text })),
);

/**
 * Words that the farm's texts use as metaphors. The panel may not search for them, because owners
 * use them as well; no plain text needs them.
 */
const metaphors =
  /\b(?:fields?|grounds?|grow(?:s|n|ing)?|grew|grown|plant(?:s|ed|ing)?|roots?|seasons?|seeds?|gates?|tend(?:s|ed|ing)?|weather|mend(?:s|ed|ing)?|spring|summer|autumn|winter|packets?|earth|rows?|beds?)\b/i;

test("the plain words name the seeds that the blocks have", () => {
  for (const [key, plain] of Object.entries(plainWords)) {
    const block = blocks[key as keyof Blocks] as Block;
    if (block.shape === "singleton") continue;
    const labels = block.seed.map((seed) => seed[block.labelField]);
    expect([key, Object.keys(plain)]).toEqual([key, labels]);
  }
});

test("every plain value differs from the farm's, and validates", () => {
  for (const { key, block, farm, plain } of pairs) {
    expect([key, schemaOf(block).parse(plain)]).toEqual([key, plain]);
    const given = plainWords[key as keyof Blocks] as Record<string, unknown> | undefined;
    const own = block.shape === "singleton" ? given : given?.[farm[block.labelField] ?? ""];
    for (const [field, text] of Object.entries(own ?? {})) {
      expect([key, field, text]).not.toEqual([key, field, farm[field]]);
    }
  }
});

test("no plain value has a word or a picture of the farm", () => {
  for (const { key, field, text, block } of plainTexts) {
    // Looks without drawings show the name of the business in place of the demonstration logo.
    if (block === blocks.logo || block.fields[field]?.kind === "choice") continue;
    expect([key, field, farmWordIn(text)]).toEqual([key, field, null]);
    // Legal texts use such words in their own sense: "a ground for a refund".
    if (/^(?:privacy|terms|refund)/.test(block.name)) continue;
    expect([key, field, metaphors.exec(text)?.[0]]).toEqual([key, field, undefined]);
    expect([key, field, text.includes("/pictures/")]).toEqual([key, field, false]);
  }
});

test("the farm's words are found in the farm's texts, and not in those of every business", () => {
  const found = pairs.filter(({ farm }) => Object.values(farm).some((text) => farmWordIn(text)));
  expect(new Set(found.map(({ key }) => key)).size).toBeGreaterThan(10);
  expect(farmWordIn("Pages sown")).toBe("sown");
  for (const text of [
    "On the ground floor, in the field of law.",
    "Fill in every field. We grow with you.",
    "Crop the picture; root access; a power plant; Fairfield; Farmington.",
    "Write to Furrow, or to hello@farm.example; see /farm and www.soil.example.",
    "Acme Farm Shops",
  ]) {
    expect(farmWordIn(text, ["Acme Farm Shops"])).toBeNull();
  }
});

describe("Swapping value by value is possible, because the two sets", () => {
  test("have the same names, marks, addresses, choices and numbers", () => {
    const kept = new Set([
      "price",
      "number",
      "choice",
      "mark",
      "address",
      "target",
      "email",
      "day",
    ]);
    for (const { key, block, farm, plain } of pairs) {
      for (const [field, { kind }] of Object.entries(block.fields)) {
        const isKept = kept.has(kind) || field === block.uniqueField;
        if (isKept) expect([key, field, plain[field]]).toEqual([key, field, farm[field]]);
      }
    }
  });

  test("name the business in the same texts", () => {
    const names = (text = "") => text.split(demonstrationName).length > 1;
    for (const { key, farm, plain } of pairs) {
      for (const field of Object.keys(farm)) {
        expect([key, field, names(plain[field])]).toEqual([key, field, names(farm[field])]);
      }
    }
  });

  test("say the same about pages, plans and counted things", () => {
    const [plans, counters, experience] = ["pricingPackages", "counters", "experience"].map((key) =>
      pairs.filter((pair) => pair.key === key),
    );
    const figures = (values: Readonly<Record<string, string>>) =>
      Object.values(values).flatMap((text) => text.match(/\d+/g) ?? []);
    for (const { farm, plain } of [...(plans ?? []), ...(counters ?? []), ...(experience ?? [])]) {
      expect(figures(plain)).toEqual(figures(farm));
    }
    const counted = [
      [blocks.serviceHeading, "serviceHeading", /^Six /],
      [blocks.featureHeading, "FeaturesHeading", /^Four /],
      [blocks.faqHeading, "faqHeading", /^Six /],
      [blocks.sectionTitles, "stepsHeading", / four steps$/],
      [blocks.experience, "experienceText", /^Eleven /],
    ] as const;
    for (const [block, field, words] of counted) {
      expect(seedsOf(block as unknown as Block, "plain")[0]?.[field]).toMatch(words);
    }
  });
});
