import { expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

test.each(["null", "0", '"a"', "[]", '{"a":[{"b":null}]}', nested(64)])(
  "%s is parsed as JSON",
  (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  },
);

test.each(["", "{", "nonsense", "[1,]", "NaN"])("%j is refused as JSON", (text) => {
  expect(() => parseJson(text)).toThrow("not valid JSON");
});

test.each([
  ["lists", nested(100_000)],
  ["objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
  ["one of many lists", `[${"[],".repeat(1000)}${nested(66)}]`],
])("deep nesting of %s is refused without exhausting the stack", (_what, text) => {
  expect(() => parseJson(text)).toThrow("deeper than 64 levels");
});
