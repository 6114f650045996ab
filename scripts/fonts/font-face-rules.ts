import { unicodeRange } from "./character-sets.ts";
export type Face = { file: string; letters: string };

// One weight is drawn; claiming the span keeps browsers from smearing a false bold out of it.
const weightSpan = "400 700";
// Whoever is too far away for it reads this page in the fallback, and nothing moves under their eyes.
const whenLate = "optional";

export function faceRule(face: Face): string {
  return `@font-face {
  font-family: "Fraunces";
  font-weight: ${weightSpan};
  font-display: ${whenLate};
  src: url("./fonts/${face.file}") format("woff2");
  unicode-range: ${unicodeRange(face.letters)};
}
`;
}

export function fallbackRule(
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
