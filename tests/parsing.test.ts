import { describe, expect, test } from "vitest";
import { importsOf, readSourceFiles, type SourceFile } from "./support/source-files.ts";

/**
 * Packages and files that parse bytes of strangers. They run only in the threads of
 * `platform/parsing/`, because one hostile file can keep a processor busy for seconds.
 */
const parsing: readonly string[] = [
  "csv-parse",
  "dompurify",
  "fflate",
  "html-encoding-sniffer",
  "jsdom",
  "mailparser",
  "parse5",
  "sax",
  "src/check/engine/robots.ts",
  "src/content/archive/parse-archive-line.ts",
  "src/look/look-file/read-look-file.ts",
  "src/mail/incoming/mail-headers.ts",
];

/** Functions of Node that unpack in the thread that calls them. */
const unpacking = /\b(?:gunzip|inflate|inflateRaw|unzip|brotliDecompress|zstdDecompress)Sync\b/;

/** The only other places, with their reasons. */
const elsewhere: Readonly<Record<string, string>> = {
  "src/bookkeeping/journal/zip-parts.ts": "It packs files of the site and unpacks none.",
  "src/maintenance/upgrades/unpack-package.ts":
    "A command of the operator unpacks a package after its signature was verified.",
};

const threadEntry = "src/server/parsers.ts";
const isTest = (path: string) => /\.test\.tsx?$/.test(path);

const isParsing = (target: string) =>
  parsing.some((name) => target === name || target.startsWith(`${name}/`));

/** Files outside the threads from which a parser can be reached without `services.parse`. */
function outsideThreads(files: readonly SourceFile[]): string[] {
  const code = files.filter(({ path }) => !isTest(path));
  const imports = new Map(
    code.map((file) => [
      file.path,
      importsOf(file).flatMap(({ target, typeOnly }) => (typeOnly ? [] : [target])),
    ]),
  );
  // The declarations name the functions of the threads, and the main thread never calls `load`.
  const declarations = (imports.get(threadEntry) ?? []).filter((path) => path !== threadEntry);
  const inThreads = new Set(declarations.flatMap((path) => imports.get(path) ?? []));
  for (const path of inThreads) for (const next of imports.get(path) ?? []) inThreads.add(next);
  const callers = code.filter(({ path }) => !declarations.includes(path) && !(path in elsewhere));
  const parsers = new Set(
    callers.flatMap(({ path, text }) =>
      isParsing(path) || unpacking.test(text) || imports.get(path)?.some(isParsing) ? [path] : [],
    ),
  );
  const importers = (path: string) =>
    callers.filter((file) => imports.get(file.path)?.includes(path));
  for (const path of parsers) for (const file of importers(path)) parsers.add(file.path);
  return [...parsers].filter((path) => !inThreads.has(path)).toSorted();
}

const code = readSourceFiles("src", [".ts", ".tsx"]);

describe("Bytes of strangers", () => {
  test("are parsed in threads only", () => {
    expect(outsideThreads(code)).toEqual([]);
  });

  const outsideThreadsWith = (path: string, text: string) =>
    outsideThreads([...code, { path, text }]);

  test.each([
    ["a library", `import { parse } from "csv-parse"; parse();`],
    ["a part of a library", `import { parse } from "csv-parse/sync"; parse();`],
    ["a library that is loaded later", `export const load = () => import("mailparser");`],
    [
      "a file that imports a library",
      `import { readTable } from "../platform/tables/read-table.ts"; readTable("", {} as never);`,
    ],
    ["our own parser", `export const load = () => import("../check/engine/robots.ts");`],
    ["Node's unpacking", `import { gunzipSync } from "node:zlib"; gunzipSync("");`],
  ])("are found when another file parses them by %s", (_title, text) => {
    expect(outsideThreadsWith("src/orders/fake.ts", text)).toEqual(["src/orders/fake.ts"]);
  });

  test("may be named by types and parsed through a declaration", () => {
    const text = `import type { Parser } from "csv-parse"; import { siteParsers } from "../check/site-parsers.ts";
      export const a: Parser | typeof siteParsers = siteParsers;`;
    expect(outsideThreadsWith("src/orders/fake.ts", text)).toEqual([]);
  });
});
