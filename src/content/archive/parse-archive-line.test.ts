import { expect, test } from "vitest";
import { archiveText } from "./content-archive.ts";
import { parseArchiveLine } from "./parse-archive-line.ts";

test("an attachment of 20 MB is read as it was exported", () => {
  const base64 = Buffer.alloc(20_000_000, 1).toString("base64");
  const line = { kind: "attachment", path: "media/a/source.webp", base64 } as const;
  expect(parseArchiveLine(archiveText(line).trimEnd(), 2)).toEqual(line);
});

test.each([
  ["a record", { kind: "record", block: "a", _id: "1", values: { a: "b".repeat(2_000_000) } }],
  ["other JSON", Array.from({ length: 700_000 }, () => ({}))],
])("a line of over 2 MB with %s is refused before it is parsed", (_title, value) => {
  expect(() => parseArchiveLine(JSON.stringify(value), 3)).toThrow(
    "Line 3 of the file cannot be imported: it is longer than any record. Export the content again.",
  );
});
