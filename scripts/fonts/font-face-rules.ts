import { unicodeRange } from "./character-sets.ts";
import type { FontStyle } from "./fraunces.ts";

export type Face = { file: string; style: FontStyle; letters: string };

// One weight is drawn; claiming the span keeps browsers from smearing a false bold out of it.
const weightSpan = "400 700";

export function faceRule(face: Face): string {
  return `@font-face {
  font-family: "Fraunces";
  font-style: ${face.style};
  font-weight: ${weightSpan};
  font-display: swap;
  src: url("./fonts/${face.file}") format("woff2");
  unicode-range: ${unicodeRange(face.letters)};
}
`;
}

export function fallbackRule(
  style: FontStyle,
  metrics: { sizeAdjust: string; ascent: string; descent: string; lineGap: string },
): string {
  const local = style === "italic" ? "Georgia Italic" : "Georgia";
  return `@font-face {
  font-family: "Fraunces Fallback";
  font-style: ${style};
  font-weight: ${weightSpan};
  src: local("${local}");
  size-adjust: ${metrics.sizeAdjust};
  ascent-override: ${metrics.ascent};
  descent-override: ${metrics.descent};
  line-gap-override: ${metrics.lineGap};
}
`;
}
