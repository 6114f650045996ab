import { mkdir, writeFile } from "node:fs/promises";
import {
  firstPaint,
  firstPaintItalic,
  latin1,
  latin1Italic,
  latinExtendedA,
} from "./character-sets.ts";
import { type Face, faceRule, fallbackRule } from "./font-face-rules.ts";
import { fallbackMetrics } from "./font-metrics.ts";
import { cutLetters } from "./fraunces.ts";
import { writeHeadingOutlines } from "./write-heading-outlines.ts";

const uiFolder = new URL("../../src/app/ui/", import.meta.url);

const faces: Array<Face & { script: "latin" | "latin-ext" }> = [
  { file: "fraunces.woff2", style: "normal", letters: firstPaint, script: "latin" },
  { file: "fraunces-italic.woff2", style: "italic", letters: firstPaintItalic, script: "latin" },
  { file: "fraunces-latin-1-extended.woff2", style: "normal", letters: latin1, script: "latin" },
  {
    file: "fraunces-italic-latin-1-extended.woff2",
    style: "italic",
    letters: latin1Italic,
    script: "latin",
  },
  {
    file: "fraunces-latin-a-extended.woff2",
    style: "normal",
    letters: latinExtendedA,
    script: "latin-ext",
  },
  {
    file: "fraunces-italic-latin-a-extended.woff2",
    style: "italic",
    letters: latinExtendedA,
    script: "latin-ext",
  },
];

async function subsetFonts(): Promise<void> {
  await mkdir(new URL("fonts/", uiFolder), { recursive: true });
  const rules = ["/* Written by scripts/fonts/subset-fonts.ts; change it there. */\n"];
  for (const face of faces) {
    const font = await cutLetters(face.letters, face.style, { script: face.script });
    await writeFile(new URL(`fonts/${face.file}`, uiFolder), font);
    console.log(`${face.file} ${font.length} bytes`);
    rules.push(faceRule(face));
  }
  for (const style of ["normal", "italic"] as const) {
    const outlines = await cutLetters(firstPaint, style, { targetFormat: "sfnt" });
    rules.push(fallbackRule(style, fallbackMetrics(outlines)));
  }
  await writeFile(new URL("fonts.css", uiFolder), rules.join("\n"));
}

await subsetFonts();

await writeHeadingOutlines();
