import sharp from "sharp";
import { expect, test } from "vitest";
import { lookOf } from "../look/look.ts";
import type { Queries } from "../platform/database/database.ts";
import { cardDressOf } from "./card-dress.ts";
import { shareCardSize } from "./card-frames.ts";
import { checkCard } from "./check-card.ts";

const findings = [
  "Your page has no title, so search results show what a machine guesses.",
  "The page has no description.",
  `${"A very long sentence about a finding that goes on and on. ".repeat(8)}`,
];
const margin = 72;
const usual = await cardDressOf({} as Queries, lookOf(undefined));

/** Number of pixels in a part of the picture that differ from the background colour. */
async function inked(
  png: Buffer,
  part: Readonly<Record<"left" | "top" | "width" | "height", number>>,
) {
  const { data, info } = await sharp(png)
    .extract(part)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const paper = [0xf7, 0xf0, 0xe1];
    if (paper.some((value, nth) => Math.abs(value - (data[at + nth] ?? 0)) > 24)) count += 1;
  }
  return count;
}

test("The share picture of a check shows the website and three findings, even if their texts are long", async () => {
  const { width, height } = shareCardSize;
  for (const website of ["rye.example", `${"very-long-name-of-a-shop.".repeat(6)}example`]) {
    const png = await checkCard(website, findings, "Meridian", usual);
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width, height });
    const text = { left: margin + 64, width: width - 2 * margin - 64 };
    expect(await inked(png, { ...text, top: 110, height: 90 })).toBeGreaterThan(1000);
    // Baselines of the three findings, from top to bottom.
    for (const baseline of [262, 330, 398]) {
      expect(await inked(png, { ...text, top: baseline - 30, height: 34 })).toBeGreaterThan(500);
    }
    // No text reaches the right margin or the gap above the drawing at the foot.
    const rightMargin = { left: width - margin / 2, width: margin / 2 };
    expect(await inked(png, { ...rightMargin, top: 0, height: 500 })).toBe(0);
    expect(await inked(png, { left: 0, width, top: 510, height: 30 })).toBe(0);
  }
});

test("The share picture without findings says whether the check is done", async () => {
  const [done, waiting] = await Promise.all([
    checkCard("rye.example", [], "Meridian", usual),
    checkCard("rye.example", null, "Meridian", usual),
  ]);
  expect(done.equals(waiting)).toBe(false);
});
