import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellsOf, formulasIn } from "../../../tests/support/csv-readers.ts";
import {
  byteOrderMark,
  type CsvCell,
  cellEnd,
  csvParts,
  csvRow,
  formulaStart,
  withoutFormulas,
} from "./csv.ts";

describe("A row of a CSV file", () => {
  it("quotes each text, separates cells by commas and ends with CRLF", () => {
    expect(csvRow(["Id", "Email", ""])).toBe('"Id","Email",""\r\n');
  });

  it.each([
    ["Miller, Jo", '"Miller, Jo"'],
    ['the "Big" plan', '"the ""Big"" plan"'],
    ["two\nlines", '"two\nlines"'],
    ["jo+news@example.com", '"jo+news@example.com"'],
    ["https://example.com/?a=1&b=-2", '"https://example.com/?a=1&b=-2"'],
    ["1-2", '"1-2"'],
  ])("contains %j as typed", (cell, written) => {
    expect(csvRow([cell])).toBe(`${written}\r\n`);
  });

  it.each([
    ['=HYPERLINK("http://evil.example")', '"\'=HYPERLINK(""http://evil.example"")"'],
    ["=cmd|' /C calc'!A0", "\"'=cmd|' /C calc'!A0\""],
    ["+1+1", '"\'+1+1"'],
    ["-2+3", '"\'-2+3"'],
    ["@SUM(A1)", '"\'@SUM(A1)"'],
    ["＝1+1", '"\'＝1+1"'],
    ["\t=1", '"\t\'=1"'],
    ["\r=1", '"\r\'=1"'],
    [" \u200b\ufeff\u0000=1", '" \u200b\ufeff\u0000\'=1"'],
    ["x;=HYPERLINK(1)", '"x;\'=HYPERLINK(1)"'],
    ['x;"=1', '"x;""\'=1"'],
    ["x\t－1", '"x\t\'－1"'],
    ["Dear all,\n- first", '"Dear all,\n\'- first"'],
  ])("contains %j as text, not as a formula", (cell, written) => {
    expect(csvRow([cell])).toBe(`${written}\r\n`);
  });

  it("contains numbers and amounts as numbers, also negative ones, but no text as a number", () => {
    expect(csvRow([7, -7, { cents: -14_900 }, { cents: 5 }, "-149.00"])).toBe(
      `7,-7,-149.00,0.05,"'-149.00"\r\n`,
    );
  });

  it("has no cell that begins a formula, whichever separator a reader expects", () => {
    const part = fc.oneof(
      fc.constantFrom(..."=+-@＝﹢－＠⁼₊﹣,;|\t\r\n\" '", "\u00a0", "\u200b", "\ufeff", "\u0000"),
      fc.constantFrom("\u202e", "\u0085", "\u2028", "；", "，", "\u037e", "1", "cmd", "̸", "＂"),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
    const number = fc.integer().map((cents): CsvCell => ({ cents }));
    const row = fc.tuple(text, fc.array(fc.oneof(text, text, number), { maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), (rows) => {
        const file = rows.map(([first, others]) => csvRow([first, ...others])).join("");
        expect(formulasIn(file)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("is read back by its own reader as the texts, with the apostrophes", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (texts) => {
        expect(cellsOf(csvRow(texts).slice(0, -2), ",", true)).toEqual(texts.map(withoutFormulas));
        expect(texts.map((text) => withoutFormulas(text).replaceAll("'", ""))).toEqual(
          texts.map((text) => text.replaceAll("'", "")),
        );
      }),
    );
  });

  it("knows every character that NFKC turns into the beginning of a formula, the end of a cell, or what a reader drops", () => {
    const isFormula = new RegExp(`[${formulaStart}]`, "u");
    const isEnd = new RegExp(`[${cellEnd}]`, "u");
    const dropped = /^[\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}"]+$/u;
    const wrong = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      // Planes without assigned characters.
      if (code > 0x323af && code < 0xe0000) continue;
      const character = String.fromCodePoint(code);
      const compatible = character.normalize("NFKC");
      const isDropped = dropped.test(character) || dropped.test(compatible);
      const isRight =
        isFormula.test(character) === /^[=+\-@]/.test(compatible) &&
        isEnd.test(character) === /[,;|\t\n\v\f\r\u0085\u2028\u2029]$/.test(compatible) &&
        (!isDropped || withoutFormulas(`${character}=1`).includes("'="));
      if (!isRight) wrong.push(code);
    }
    expect(wrong).toEqual([]);
  });

  it("takes time in proportion to the length of a text of nothing but ends of cells", () => {
    // A backtracking expression would need minutes.
    expect(withoutFormulas("\n".repeat(200_000))).toHaveLength(200_000);
    expect(withoutFormulas(`;${" ".repeat(200_000)}`)).toHaveLength(200_001);
    expect(withoutFormulas(`x${" ".repeat(200_000)}=`)).toHaveLength(200_002);
  });
});

describe("The parts of a CSV file", () => {
  const rowsOf = async function* (...chunks: string[][][]) {
    for (const chunk of chunks) yield chunk;
  };

  it("are the headings once, followed by all rows", async () => {
    const rows = rowsOf([["1"], ["2"]], [], [["3"]]);
    const parts = await Array.fromAsync(csvParts(["Number"], rows, byteOrderMark));
    expect(parts.join("")).toBe('\ufeff"Number"\r\n"1"\r\n"2"\r\n"3"\r\n');
  });

  it("are the headings alone for a list without rows", async () => {
    expect(await Array.fromAsync(csvParts(["Number"], rowsOf()))).toEqual(['"Number"\r\n']);
  });

  it("do not begin before the first rows could be read", async () => {
    // biome-ignore lint/correctness/useYield: it refuses before it has a row.
    const refused = async function* (): AsyncGenerator<string[][]> {
      throw new Error("Not for you.");
    };
    await expect(csvParts(["Number"], refused()).next()).rejects.toThrow("Not for you.");
  });
});
