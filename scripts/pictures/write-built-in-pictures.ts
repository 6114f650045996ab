import { mkdir, writeFile } from "node:fs/promises";
import type { ExportedPicture } from "./export-picture.ts";

const target = new URL("../../src/media/built-in-pictures.ts", import.meta.url);

/** Records what the browser must know of each picture before it arrives. */
export async function writeBuiltInPictures(pictures: readonly ExportedPicture[]): Promise<void> {
  const entries = pictures.map(
    (picture) => `  "${picture.address}": {
    width: ${picture.width},
    height: ${picture.height},
    widths: [${picture.widths.join(", ")}],
    uprightWidths: [${picture.uprightWidths.join(", ")}],
    dominantColour: "${picture.dominantColour}",
    impression: "${picture.impression}",
  },`,
  );
  await mkdir(new URL(".", target), { recursive: true });
  await writeFile(
    target,
    `// Written by scripts/pictures/draw.ts, which draws these pictures; run it rather than editing this.
export type BuiltInPicture = {
  width: number;
  height: number;
  /** For each of them there is an AVIF beside the address: NAME-WIDTH.avif. */
  widths: readonly number[];
  /** And for each of these one of the part that a phone shows: NAME-upright-WIDTH.avif. */
  uprightWidths: readonly number[];
  dominantColour: string;
  /** As \`impressionOf\` has it. */
  impression: string;
};

export const builtInPictures: Readonly<Record<string, BuiltInPicture>> = {
${entries.join("\n")}
};
`,
  );
}
