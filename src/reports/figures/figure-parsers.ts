import type { Parser } from "#platform/parsing/parser.ts";
import type { FoundPositions } from "../searches/positions-in-file.ts";
import type { CsvPreview } from "./csv-columns.ts";
import type { FigureFile, FoundFigures } from "./found-figures.ts";

interface DescribedFile {
  readonly file: FigureFile;
  /** `csvMapping`; undefined for the zip of Search Console. */
  readonly mapping: unknown;
}

const excess =
  "Reading this file takes more time or memory than this site allows. Export a shorter period.";

interface PreviewedFile {
  readonly file: FigureFile;
  /** Which table of the file; undefined for the one that the preview chooses. */
  readonly table: number | undefined;
}

const preview: Parser<PreviewedFile, CsvPreview> = {
  name: "preview of a table",
  lane: "files",
  excess,
  async load() {
    const { previewCsv } = await import("./map-csv.ts");
    return ({ file, table }) => previewCsv(file.name, file.bytes, table);
  },
};

const figures: Parser<DescribedFile, readonly FoundFigures[]> = {
  name: "figures",
  lane: "files",
  excess,
  async load() {
    const { figuresIn } = await import("./figures-in.ts");
    return ({ file, mapping }) => figuresIn(file, mapping);
  },
};

const positions: Parser<FigureFile, FoundPositions> = {
  name: "positions of searches",
  lane: "files",
  excess,
  async load() {
    const { positionsInFile } = await import("../searches/positions-in-file.ts");
    return positionsInFile;
  },
};

export const figureParsers = { preview, figures, positions };
