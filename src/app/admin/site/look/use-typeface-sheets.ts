import { useEffect } from "react";
import { fontsOf } from "#app/looks/typeface-sheets.ts";
import { deviceFont } from "#content/blocks/look.ts";
import type { OwnFont } from "#look/typefaces/own-font.ts";
import { type FontUse, typefaces } from "#look/typefaces/typefaces.ts";

/** Links the style sheets of all typefaces in the panel, so that their names are shown in them. */
export function useTypefaceSheets(isNeeded: boolean, use: FontUse): void {
  useEffect(() => {
    if (!isNeeded) return;
    const linked = new Set(
      [...document.head.querySelectorAll("link")].map((link) => link.getAttribute("href")),
    );
    for (const { name } of typefaces) {
      const device = { name: deviceFont } as const;
      const fonts =
        use === "heading"
          ? { headingFont: { name }, textFont: device }
          : { headingFont: device, textFont: { name } };
      for (const { address } of fontsOf(fonts, false).sheets) {
        if (linked.has(address)) continue;
        linked.add(address);
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = address;
        document.head.append(link);
      }
    }
  }, [isNeeded, use]);
}

export function familyOfOwn({ _id }: Pick<OwnFont, "_id">): string {
  return `"Own ${_id}"`;
}

/** Loads uploaded fonts in the panel, so that their names are shown in them. */
export function useOwnFaces(fonts: readonly OwnFont[]): void {
  useEffect(() => {
    const faces = fonts.map((font) => {
      const { address, lightest, boldest } = font;
      const face = new FontFace(`Own ${font._id}`, `url("${address}") format("woff2")`, {
        weight: `${lightest} ${boldest}`,
      });
      document.fonts.add(face);
      return face;
    });
    return () => {
      for (const face of faces) document.fonts.delete(face);
    };
  }, [fonts]);
}
