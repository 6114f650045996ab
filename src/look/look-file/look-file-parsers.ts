import type { Parser } from "#platform/parsing/parser.ts";
import type { ReadLookFile } from "./look-file.ts";

const file: Parser<Uint8Array, ReadLookFile> = {
  name: "file of a look",
  lane: "files",
  excess:
    "Reading this file takes more time or memory than this site allows. Choose one saved with “Save the look as a file”.",
  async load() {
    const { readLookFile } = await import("./read-look-file.ts");
    return readLookFile;
  },
};

export const lookFileParsers = { file };
