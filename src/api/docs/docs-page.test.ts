import { expect, test } from "vitest";
import { type LookRecord, look as lookBlock } from "#content/blocks/look.ts";
import { lookOf } from "#look/look.ts";
import { docsStyle } from "./docs-page.ts";

const [seed] = lookBlock.seed;
const dressed = (values: Partial<LookRecord>) =>
  lookOf({ _id: "1", ...seed, ...values } as LookRecord);

test("the page of the calls has the colours, the scheme and the typeface of the look", () => {
  const print = dressed({ design: "Print" });
  const style = docsStyle(print);
  expect(style).toContain(`--brand: ${print.palettes.light.brand};`);
  expect(style).toContain(
    `prefers-color-scheme: dark) { :root { --ground: ${print.palettes.dark.ground}`,
  );
  expect(style).toContain("--font-heading: Newsreader,");
  const dark = docsStyle(dressed({ design: "Print", scheme: "Dark" }));
  expect(dark).toContain(`color-scheme: dark; --ground: ${print.palettes.dark.ground};`);
  expect(dark).not.toContain("prefers-color-scheme");
});
