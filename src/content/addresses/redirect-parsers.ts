import type { Parser } from "#platform/parsing/parser.ts";
import type { RedirectLine } from "./read-redirects.ts";

const lines: Parser<Uint8Array, readonly RedirectLine[]> = {
  name: "redirects",
  lane: "files",
  excess:
    "Reading this file takes more time or memory than this site allows. Import it in several parts.",
  async load() {
    const { readRedirects } = await import("./read-redirects.ts");
    return readRedirects;
  },
};

export const redirectParsers = { lines };
