import type { Parser } from "#platform/parsing/parser.ts";
import type { ArchiveLine } from "./content-archive.ts";

interface WrittenLine {
  readonly text: string;
  /** The first line is 1. */
  readonly number: number;
}

const line: Parser<WrittenLine, ArchiveLine> = {
  name: "line of an archive",
  lane: "files",
  excess:
    "Reading a line of this file takes more time or memory than this site allows. Choose a file saved with “Export the content”.",
  async load() {
    const { parseArchiveLine } = await import("./parse-archive-line.ts");
    return ({ text, number }) => parseArchiveLine(text, number);
  },
};

export const archiveParsers = { line };
