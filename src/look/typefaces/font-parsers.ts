import type { Parser } from "#platform/parsing/parser.ts";
import type { ReadFont } from "./own-font.ts";

const own: Parser<Uint8Array, ReadFont> = {
  name: "own font",
  lane: "files",
  excess:
    "Reading this font takes more time or memory than this site allows. Export it with fewer letters.",
  async load() {
    const { readOwnFont } = await import("./read-own-font.ts");
    return readOwnFont;
  },
};

export const fontParsers = { own };
