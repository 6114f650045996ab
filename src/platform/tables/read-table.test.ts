import { describe, expect, test } from "vitest";
import { delimiterOf, readTable } from "./read-table.ts";

const limits = { rows: 10, columns: 5, cells: 30, rowBytes: 100 };
const cellsOf = (text: string | Uint8Array) => readTable(text, limits).map(({ cells }) => cells);

describe("A table", () => {
  test.each([
    ["line feeds", "\n"],
    ["carriage returns and line feeds", "\r\n"],
    ["carriage returns", "\r"],
  ])("is read with %s, and each row knows its line", (_title, end) => {
    const text = ["day,clicks", `"a${end}b",1`, "", "c,2", ""].join(end);
    expect(readTable(text, limits)).toEqual([
      { line: 1, cells: ["day", "clicks"] },
      { line: 2, cells: [`a${end}b`, "1"] },
      { line: 5, cells: ["c", "2"] },
    ]);
  });

  test("is read with different line ends in one file", () => {
    expect(cellsOf("a,b\r\n1,2\n3,4\r5,6")).toEqual([
      ["a", "b"],
      ["1", "2"],
      ["3", "4"],
      ["5", "6"],
    ]);
  });

  test("keeps delimiters and doubled quotation marks of a quoted cell", () => {
    expect(cellsOf('a,b\n"x, ""y""",2')).toEqual([
      ["a", "b"],
      ['x, "y"', "2"],
    ]);
  });

  test("keeps quotation marks inside an unquoted cell, and behind a quoted one", () => {
    expect(cellsOf('size,count\n27" screen,1\n"27" screen,2')).toEqual([
      ["size", "count"],
      ['27" screen', "1"],
      ['"27" screen', "2"],
    ]);
  });

  test("is read from bytes with a byte order mark, and from a part of a buffer", () => {
    const bytes = new TextEncoder().encode("xx\ufeffä,b\n1,2");
    expect(cellsOf(bytes.subarray(2))).toEqual([
      ["ä", "b"],
      ["1", "2"],
    ]);
  });

  test("has rows of different lengths, and none that is blank", () => {
    expect(cellsOf("title\n\na,b\n,\n  ,\t\n1,2,3")).toEqual([
      ["title"],
      ["a", "b"],
      ["1", "2", "3"],
    ]);
  });

  test("without content has no rows", () => {
    expect(cellsOf("")).toEqual([]);
    expect(cellsOf("\ufeff\r\n")).toEqual([]);
  });
});

describe("The delimiter", () => {
  test.each([
    [",", "a,b\n1,2"],
    [";", "a;b\n1,5;2,5"],
    [";", `a;b\n${"1,5;2,5\n".repeat(9)}`],
    ["\t", "a\tb\nx, y; z\t2"],
    [";", 'a;b\n"1,2,3,4";5'],
    [";", "Report of May, by day\n\nDay;Clicks;Price\n1;2;3,5\n2;3;4,5"],
    [",", "a,b\n1;2;3;4,x\n5,6\n7,8"],
    [",", "only one column\n1\n2"],
  ])("is %j", (delimiter, text) => {
    expect(delimiterOf(text, limits)).toBe(delimiter);
  });

  test("can be given", () => {
    expect(readTable("a;b,c", limits, ",").map(({ cells }) => cells)).toEqual([["a;b", "c"]]);
  });
});

describe("A table is read up to", () => {
  test.each([
    ["10 rows", "a,b\n".repeat(10)],
    ["5 columns", "1,2,3,4,5"],
    ["30 cells", "1,2,3\n".repeat(10)],
    ["100 bytes a row", "é".repeat(50)],
  ])("%s", (_title, text) => {
    expect(cellsOf(text).length).toBeGreaterThan(0);
  });

  test.each([
    ["11 rows", "a,b\n".repeat(11), "This table has more than 10 rows."],
    ["6 columns", "1,2,3,4,5,6", "This table has more than 5 columns."],
    ["31 cells", `${"1,2,3\n".repeat(9)}1,2,3,4`, "This table has more than 30 cells."],
    ["blank lines alone", "\n".repeat(31), "This table has more than 30 cells."],
    ["101 bytes a row", `a\n${"é".repeat(51)}`, /^The row on line 2 is longer than 100 bytes\./],
    ["10 MB of commas", ",".repeat(10_000_000), "This table has more than 5 columns."],
    ["10 MB of quotation marks", '"'.repeat(10_000_000), /^The row on line 1 is longer/],
    ["10 MB of line ends", "\r".repeat(10_000_000), "This table has more than 30 cells."],
    ["an open quotation mark", 'a,b\n1,"2\n3,4', /^The row on line 2 has a quotation mark/],
  ])("its limits, not %s", (_title, text, message) => {
    const reading = () => readTable(text, limits);
    expect(reading).toThrow(message);
    expect(reading).toThrow(expect.objectContaining({ code: "invalid" }));
  });
});
