import { mkdir, writeFile } from "node:fs/promises";
import { firstPaint, latin1, latinExtendedA } from "./character-sets.ts";
import { type Face, faceRule, fallbackRule } from "./font-face-rules.ts";
import { fallbackMetrics, systemFaces } from "./font-metrics.ts";
import { cutLetters } from "./fraunces.ts";
import { writeHeadingOutlines } from "./write-heading-outlines.ts";

const uiFolder = new URL("../../src/app/ui/", import.meta.url);

const faces: Array<Face & { script: "latin" | "latin-ext" }> = [
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
