import { expect, test } from "vitest";
import { linesOf } from "./lines.ts";

const cells = (text: string, most = 2) => linesOf(text, most).map((line) => line.cells);

test("each line has its cells, and the last keeps what has too many bars", () => {
  expect(cells("42 % | more visitors\r\n 7|days ")).toEqual([
    ["42 %", "more visitors"],
    ["7", "days"],
  ]);
  expect(cells("a | b | c")).toEqual([["a", "b | c"]]);
  expect(cells("a | b | c", 3)).toEqual([["a", "b", "c"]]);
  expect(cells("alone")).toEqual([["alone"]]);
  expect(cells(" | first is empty")).toEqual([["", "first is empty"]]);
});

test("empty lines count for nothing, and places are counted without them", () => {
  expect(linesOf("one\n\n  \n | \ntwo", 2)).toEqual([
    { place: 0, cells: ["one"] },
    { place: 1, cells: ["two"] },
  ]);
  expect(cells("")).toEqual([]);
});
