import * as harfbuzz from "harfbuzzjs";
import type { adaptedFonts } from "../../src/look/typefaces/typefaces.ts";

type AdaptedFont = (typeof adaptedFonts)[keyof typeof adaptedFonts][number];

interface DeviceFont {
  /** Names of the font, and of fonts with letters of the same widths. */
  readonly local: readonly string[];
  /** Mean advance of the text below in regular and in bold, in em. */
  readonly regular: number;
  readonly bold: number;
}

/** Measured with the fonts themselves, or with free fonts that have letters of the same widths. */
const deviceFonts: Readonly<Record<AdaptedFont, DeviceFont>> = {
  Georgia: { local: ["Georgia"], regular: 0.4556, bold: 0.519 },
  "Noto Serif": { local: ["Noto Serif"], regular: 0.4847, bold: 0.5122 },
  "DejaVu Serif": { local: ["DejaVu Serif"], regular: 0.5205, bold: 0.5712 },
  Times: { local: ["Times New Roman", "Liberation Serif"], regular: 0.4086, bold: 0.4323 },
  Arial: { local: ["Arial", "Helvetica", "Liberation Sans"], regular: 0.4523, bold: 0.4858 },
  Roboto: { local: ["Roboto"], regular: 0.4487, bold: 0.4549 },
  "Noto Sans": { local: ["Noto Sans"], regular: 0.4772, bold: 0.5065 },
  "DejaVu Sans": { local: ["DejaVu Sans"], regular: 0.5137, bold: 0.5799 },
};

export const englishText =
  "We look at your pages as a reader would, and write down what we find. Each month you get a " +
  "plain report: which searches people used, which pages they opened, and what we changed. " +
  "Nothing is hidden, and you can end the work whenever you like. Prices start at 290 euros a " +
  "month; larger sites with several languages cost more. Ask us a question, or send the address " +
  "of your site, and you will have an answer within two working days. The Quick Guide to Better " +
  "Titles explains how we choose words.";

export interface Metrics {
  /** Of the English text, in em. */
  readonly meanAdvance: number;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
}

/** Measures a font without variable axes that has the letters of the English text. */
export function metricsOf(sfnt: Buffer): Metrics {
  const face = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(sfnt)));
  const font = new harfbuzz.Font(face);
  const buffer = new harfbuzz.Buffer();
  buffer.addText(englishText);
  buffer.guessSegmentProperties();
  harfbuzz.shape(font, buffer);
  const advance = buffer.getGlyphPositions().reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0);
  const { ascender, descender, lineGap } = font.hExtents();
  return {
    meanAdvance: advance / englishText.length / face.upem,
    ascent: ascender / face.upem,
    descent: -descender / face.upem,
    lineGap: lineGap / face.upem,
  };
}

/**
 * A face that gives a font of the device the widths and the height of a typeface, so that nothing
 * moves where the typeface is missing. `size-adjust` is the mean advance of English text in the
 * typeface, divided by that in the device's font; the overrides are the metrics of the typeface,
 * divided by `size-adjust`.
 */
export function fallbackFace(
  family: string,
  fontName: AdaptedFont,
  weight: string,
  metrics: Metrics,
): string {
  const font = deviceFonts[fontName];
  const isBold = weight === "600";
  const adjust = metrics.meanAdvance / (isBold ? font.bold : font.regular);
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  const sources = font.local.map((name) => `local("${isBold ? `${name} Bold` : name}")`);
  return `
@font-face {
  font-family: "${family} as ${fontName}";
  font-weight: ${weight};
  src: ${sources.join(", ")};
  size-adjust: ${percent(adjust)};
  ascent-override: ${percent(metrics.ascent / adjust)};
  descent-override: ${percent(metrics.descent / adjust)};
  line-gap-override: ${percent(metrics.lineGap / adjust)};
}
`;
}
