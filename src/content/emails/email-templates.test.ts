import { expect, test } from "vitest";
import { blocks } from "../model/blocks.ts";
import { schemaOf } from "../model/schema-of.ts";
import { emailTemplates } from "./email-templates.ts";

test("an email template accepts its placeholders and no others, and the error names a valid one", () => {
  for (const { block, placeholders } of Object.values(emailTemplates)) {
    const faultsOf = (change: object) =>
      schemaOf(block)
        .safeParse({ ...block.seed[0], ...change })
        .error?.issues.map(({ message }) => message);
    const names = Object.keys(placeholders);
    const [known = ""] = names;
    const all = names.map((name) => `{${name}}`).join(" ");
    expect([block.name, faultsOf({ words: all, reason: all })]).toEqual([block.name, undefined]);
    for (const field of ["subject", "words", "buttonText", "reason"]) {
      for (const unknown of ["{foo}", `{ ${known} }`, "{}", "{constructor}"]) {
        const [fault] = faultsOf({ [field]: `Dear ${unknown}` }) ?? [];
        expect(fault).toContain(`contains the unknown placeholder ${unknown}: use {${known}}`);
      }
    }
  }
});

test("a block without placeholders accepts any word in braces", () => {
  const { copyright } = blocks;
  expect(schemaOf(copyright).safeParse({ copyrightText: "{foo}" }).success).toBe(true);
});
