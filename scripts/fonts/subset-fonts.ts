import { mkdir, writeFile } from "node:fs/promises";
import { firstPaint, latin1, latinExtendedA, unicodeRange } from "./character-sets.ts";
import { fallbackMetrics, systemFaces } from "./font-metrics.ts";
import { cutLetters } from "./fraunces.ts";
import { writeHeadingOutlines } from "./write-heading-outlines.ts";

interface Face {
  readonly file: string;
  readonly letters: string;
  readonly script: "latin" | "latin-ext";
}

// The font has one weight; the range keeps browsers from synthesising a bold one.
const weightSpan = "400 700";
// A font that arrives late is used from the next page on, so that no text moves.
const whenLate = "optional";

function faceRule({ file, letters }: Face): string {
  return `@font-face {
  font-family: "Fraunces";
  font-weight: ${weightSpan};
  font-display: ${whenLate};
  src: url("../fonts/${file}") format("woff2");
  unicode-range: ${unicodeRange(letters)};
}
`;
}

function fallbackRule(
  systemFace: { readonly name: string; readonly local: readonly string[] },
  metrics: { sizeAdjust: string; ascent: string; descent: string; lineGap: string },
): string {
  return `@font-face {
  font-family: "Fraunces as ${systemFace.name}";
  font-weight: ${weightSpan};
  src: ${systemFace.local.map((name) => `local("${name}")`).join(", ")};
  size-adjust: ${metrics.sizeAdjust};
  ascent-override: ${metrics.ascent};
  descent-override: ${metrics.descent};
  line-gap-override: ${metrics.lineGap};
}
`;
}

const uiFolder = new URL("../../src/app/ui/", import.meta.url);

const faces: readonly Face[] = [
  { file: "fraunces.woff2", letters: firstPaint, script: "latin" },
  { file: "fraunces-latin-1-extended.woff2", letters: latin1, script: "latin" },
  { file: "fraunces-latin-a-extended.woff2", letters: latinExtendedA, script: "latin-ext" },
];

async function subsetFonts(): Promise<void> {
  await mkdir(new URL("fonts/", uiFolder), { recursive: true });
  const rules = ["/* Written by scripts/fonts/subset-fonts.ts; change it there. */\n"];
  for (const face of faces) {
    const font = await cutLetters(face.letters, { script: face.script });
    await writeFile(new URL(`fonts/${face.file}`, uiFolder), font);
    console.log(`${face.file} ${font.length} bytes`);
    rules.push(faceRule(face));
  }
  const outlines = await cutLetters(firstPaint, { targetFormat: "sfnt" });
  for (const face of systemFaces) {
    rules.push(fallbackRule(face, fallbackMetrics(outlines, face.meanAdvance)));
  }
  await writeFile(new URL("styles/fonts.css", uiFolder), rules.join("\n"));
}

await subsetFonts();

await writeHeadingOutlines();
