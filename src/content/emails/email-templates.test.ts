import { describe, expect, test } from "vitest";
import { blocks } from "../model/blocks.ts";
import { schemaOf } from "../model/schema-of.ts";
import { letters } from "./email-templates.ts";

describe.each(Object.entries(letters))("The letter %s", (_name, { block, placeholders }) => {
  const [seed] = block.seed;
  const faultsOf = (change: object) =>
    schemaOf(block)
      .safeParse({ ...seed, ...change })
      .error?.issues.map(({ message }) => message);

  test("takes everything that can be filled in, in all of its words", () => {
    const all = Object.keys(placeholders)
      .map((name) => `{${name}}`)
      .join(" ");
    expect(faultsOf({ words: all, reason: all })).toBeUndefined();
    expect(block.shownAs).toBe("letter");
  });

  test.each(["subject", "words", "buttonText", "reason"] as const)(
    "refuses in its %s what nothing fills in, and says what can be",
    (field) => {
      const [known = ""] = Object.keys(placeholders);
      for (const unknown of ["{foo}", `{ ${known} }`, "{}", "{constructor}"]) {
        const [fault] = faultsOf({ [field]: `Dear ${unknown}` }) ?? [];
        expect(fault).toContain(`has ${unknown}, which nothing fills in: use {${known}}`);
      }
    },
  );
});

test("braces are text like any other where nothing is filled in", () => {
  const { copyright } = blocks;
  expect(schemaOf(copyright).safeParse({ copyrightText: "{foo}" }).success).toBe(true);
});
