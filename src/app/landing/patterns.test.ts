import { describe, expect, test } from "vitest";
import { banner } from "#content/blocks/banner.ts";
import type { Block } from "#content/model/define.ts";
import { schemaOf } from "#content/model/schema-of.ts";
import { faultOfRichText } from "#content/rich-text/rich-text.ts";
import { faultOfSections, sectionsIn } from "#content/sections/section.ts";
import { sectionKinds } from "./kinds/section-kinds.ts";
import { patterns, valuesOfPattern } from "./patterns.ts";

describe.each(patterns.map((pattern) => [pattern.name, pattern] as const))(
  "The pattern %s",
  (name, pattern) => {
    const values = valuesOfPattern(name, "");
    const sections = sectionsIn(values.sections ?? "");

    test("has sections that can be published as they are", () => {
      expect(faultOfSections(values.sections ?? "")).toBeNull();
      for (const { kind, values: texts } of sections) {
        const fields = sectionKinds.get(kind)?.fields;
        expect([kind, fields === undefined]).toEqual([kind, false]);
        const schema = schemaOf({ ...banner, fields: fields ?? {} } as Block);
        expect(schema.parse(texts)).toEqual(texts);
      }
      if (values.body !== undefined) expect(faultOfRichText(values.body)).toBeNull();
    });

    test("links only to its own sections and to pages of the site", () => {
      const links = sections.flatMap(({ values: texts }) =>
        Object.values(texts).filter((text) => /^[#/](?!patterns\/)/.test(text)),
      );
      const ids = sections.map(({ id }) => `#${id}`);
      for (const link of links) expect([...ids, "/", "/pricing/", "/contact"]).toContain(link);
    });

    test("begins with the title that the owner typed, unless its record shows the title", () => {
      const [first] = sectionsIn(valuesOfPattern(name, "Our own title").sections ?? "");
      const isShown = pattern.block === "article";
      expect(first?.values.heading === "Our own title").toBe(!isShown);
    });
  },
);

test("a page of no pattern is empty", () => {
  expect(valuesOfPattern("other", "Title")).toEqual({});
});
