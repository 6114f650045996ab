import { expect, test } from "vitest";
import { olga, openContent } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { hostileAddresses } from "../../../tests/support/hostile-texts.ts";
import { publishDraft } from "../drafts/publish-draft.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { blocks } from "../model/blocks.ts";
import { text, url } from "../model/fields.ts";
import { schemaOf } from "../model/schema-of.ts";
import { createRecord } from "../records/save-block.ts";
import { type Section, type SectionKinds, sectionsIn, sectionsText } from "./section.ts";

const quote = {
  name: "quote",
  title: "Quote",
  labelField: "author",
  fields: { words: text("Words"), author: text("Author"), link: url("Link", { optional: true }) },
};
const kinds: SectionKinds = new Map([[quote.name, quote]]);
const { pages } = blocks;

const section = (id: string, values: Section["values"], kind = "quote"): Section => ({
  id,
  kind,
  values,
});
const page = (...sections: readonly Section[]) => ({
  ...pages.example,
  sections: sectionsText(sections),
});
const issuesOf = (...sections: readonly Section[]) =>
  (schemaOf(pages, kinds).safeParse(page(...sections)).error?.issues ?? []).map(
    ({ path, message }) => [path.join("."), message],
  );

test("a fault of a section names the section and its field", () => {
  expect(issuesOf(section("a", { words: "Yes", author: "Marion" }))).toEqual([]);
  expect(
    issuesOf(
      section("a", { words: "", author: "Marion" }),
      section("b", { words: "x".repeat(201), author: "" }),
    ),
  ).toEqual([
    ["sections.a.words", "Quote, “Marion”: Words is required."],
    ["sections.b.words", "Quote: Words can have at most 200 characters."],
    ["sections.b.author", "Quote: Author is required."],
  ]);
});

test("no section accepts a link that could run a script", () => {
  const accepted = hostileAddresses.filter(
    (link) => issuesOf(section("a", { words: "Yes", author: "Ann", link })).length === 0,
  );
  expect(accepted).toEqual([]);
});

test("a page has at most 200 sections, each with its own id", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      section(`s${index}`, { words: "Yes", author: "Ann" }),
    );
  expect(issuesOf(...many(200))).toEqual([]);
  expect(issuesOf(...many(201))).toEqual([["sections", "Sections can have at most 200 sections."]]);
  expect(issuesOf(...many(1), ...many(1))).toEqual([
    ["sections", "Sections has two sections with one id."],
  ]);
});

describeStore("A section", (openDatabase) => {
  test("may be invalid in a draft, but not on the site", async () => {
    const content = { ...(await openContent(await openDatabase())), sectionKinds: kinds };
    const values = page(section("a", { words: "", author: "Marion" }));
    const { _id } = await saveDraft(content, olga, pages, null, { values });
    await expect(publishDraft(content, olga, pages, _id)).rejects.toThrow(
      "Quote, “Marion”: Words is required.",
    );
  });

  test("of an unknown kind keeps its data through every save", async () => {
    const content = { ...(await openContent(await openDatabase())), sectionKinds: kinds };
    const unknown = section("old", { anything: " kept as it is ", link: "javascript:1" }, "gone");
    const { _id, sections } = await createRecord(content, olga, pages, page(unknown));
    expect(sectionsIn(sections)).toEqual([unknown]);
    const known = section("new", { words: " Yes ", author: "Ann" });
    await saveDraft(content, olga, pages, _id, { values: page(unknown, known) });
    await publishDraft(content, olga, pages, _id);
    expect(sectionsIn((await content.onSite(pages))[0]?.sections ?? "")).toEqual([
      unknown,
      section("new", { words: "Yes", author: "Ann", link: "" }),
    ]);
  });
});
