/** A soft shadow inside a part, which the engraver turns into lines. Darkness runs from 0 to 1. */
export type Shade = { path: string; darkness: number; blur: number };

/** One cut-out of a portrait: a flat ink, its shading, and marks drawn over it with a fine tool. */
export type Part = { path: string; ink: string; shades?: readonly Shade[]; marks?: string };

/** Outlines are kept in ink so that the parts hold together when the medallion is small. */
const outline = `stroke="#231A12" stroke-width="2.2" stroke-linejoin="round"`;

export function colourLayer(parts: readonly Part[]): string {
  return parts
    .map(({ path, ink, marks = "" }, index) => {
      if (!path) return marks;
      const clip = `<clipPath id="inked-${index}"><path d="${path}"/></clipPath>`;
      return `${clip}<path d="${path}" fill="${ink}"/><g clip-path="url(#inked-${index})">${marks}</g><path d="${path}" fill="none" ${outline}/>`;
    })
    .join("");
}

/** The same cut-outs in greys: each hides the shading of what lies behind it. */
export function toneLayer(parts: readonly Part[]): string {
  return parts
    .map((part, index) => {
      if (!part.path) return "";
      const shades = (part.shades ?? []).map(
        (shade) =>
          `<path d="${shade.path}" fill="#000" fill-opacity="${shade.darkness}" filter="url(#soft-${shade.blur})"/>`,
      );
      return `<clipPath id="part-${index}"><path d="${part.path}"/></clipPath><path d="${part.path}" fill="#fff"/><g clip-path="url(#part-${index})">${shades.join("")}</g>`;
    })
    .join("");
}

export function softFilters(parts: readonly Part[]): string {
  const blurs = new Set(parts.flatMap((part) => (part.shades ?? []).map((shade) => shade.blur)));
  return [...blurs]
    .map(
      (blur) =>
        `<filter id="soft-${blur}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${blur}"/></filter>`,
    )
    .join("");
}
