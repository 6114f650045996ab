import { describe, expect, it } from "vitest";
import { csvRow } from "./csv.ts";

describe("A row of a CSV file", () => {
  it("separates cells by commas and ends with CRLF", () => {
    expect(csvRow(["Id", "Email", ""])).toBe("Id,Email,\r\n");
  });

  it.each([
    ["Miller, Jo", '"Miller, Jo"'],
    ['the "Big" plan', '"the ""Big"" plan"'],
    ["two\nlines", '"two\nlines"'],
    ["two\r\nlines", '"two\r\nlines"'],
  ])("quotes %j", (cell, written) => {
    expect(csvRow([cell])).toBe(`${written}\r\n`);
  });

  it.each([
    ['=HYPERLINK("http://evil.example")', '"\'=HYPERLINK(""http://evil.example"")"'],
    ["+1+1", "'+1+1"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", '"\'\r=1"'],
  ])("contains %j as text, not as a formula", (cell, written) => {
    expect(csvRow([cell])).toBe(`${written}\r\n`);
  });

  it("leaves a plus or minus within a cell unchanged", () => {
    expect(csvRow(["jo+news@example.com", "1-2"])).toBe("jo+news@example.com,1-2\r\n");
  });
});
