import { describe, expect, test } from "vitest";
import { blocks } from "../model/blocks.ts";
import { schemaOf } from "../model/schema-of.ts";
import { emailTemplates } from "./email-templates.ts";

describe.each(Object.entries(emailTemplates))(
  "The email template %s",
  (_name, { block, placeholders }) => {
    const [seed] = block.seed;
    const faultsOf = (change: object) =>
      schemaOf(block)
        .safeParse({ ...seed, ...change })
        .error?.issues.map(({ message }) => message);

    test("accepts each of its placeholders in the fields `words` and `reason`", () => {
      const all = Object.keys(placeholders)
        .map((name) => `{${name}}`)
        .join(" ");
      expect(faultsOf({ words: all, reason: all })).toBeUndefined();
      expect(block.shownAs).toBe("letter");
    });

    test.each(["subject", "words", "buttonText", "reason"] as const)(
      "rejects an unknown placeholder in the field %s, and the error names a valid placeholder",
      (field) => {
        const [known = ""] = Object.keys(placeholders);
        for (const unknown of ["{foo}", `{ ${known} }`, "{}", "{constructor}"]) {
          const [fault] = faultsOf({ [field]: `Dear ${unknown}` }) ?? [];
          expect(fault).toContain(`contains the unknown placeholder ${unknown}: use {${known}}`);
        }
      },
    );
  },
);

test("a block without placeholders accepts any word in braces", () => {
  const { copyright } = blocks;
  expect(schemaOf(copyright).safeParse({ copyrightText: "{foo}" }).success).toBe(true);
});
