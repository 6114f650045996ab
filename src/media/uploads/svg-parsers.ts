import type { Parser } from "#platform/parsing/parser.ts";

const clean: Parser<Uint8Array, string> = {
  name: "SVG drawing",
  lane: "files",
  excess:
    "Reading this SVG takes more time or memory than this site allows. Save it with fewer shapes, or as a PNG.",
  async load() {
    const { cleanSvg } = await import("./clean-svg.ts");
    return cleanSvg;
  },
};

export const svgParsers = { clean };
