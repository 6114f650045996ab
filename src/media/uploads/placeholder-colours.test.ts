import sharp from "sharp";
import { expect, test } from "vitest";
import { impressionPattern, placeholderColoursOf } from "./decode-picture.server.ts";

const plain = (background: string, height: number) =>
  sharp({ create: { width: 8, height, channels: 4, background } })
    .png()
    .toBuffer();

test("placeholder colours follow the picture from top to bottom", async () => {
  const lower = { input: await plain("#0000ff", 40), left: 0, top: 40 };
  const picture = await sharp(await plain("#ff0000", 80))
    .composite([lower])
    .png()
    .toBuffer();
  const impression = await placeholderColoursOf(sharp(picture));
  expect(impression).toMatch(impressionPattern);
  expect(impression).toMatch(/^ff0000/);
  expect(impression).toMatch(/0000ff$/);
});

test("a transparent picture has no placeholder colours", async () => {
  expect(await placeholderColoursOf(sharp(await plain("#ff000080", 8)))).toBe("");
});
