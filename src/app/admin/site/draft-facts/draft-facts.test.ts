import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sectionKinds } from "#app/landing/kinds/section-kinds.ts";
import { patterns } from "#app/landing/patterns.ts";
import type { Services } from "#compose.ts";
import { articles } from "#content/blocks/articles.ts";
import { pages } from "#content/blocks/pages.ts";
import { saveDraft } from "#content/drafts/save-draft.ts";
import { createRecord } from "#content/records/save-block.ts";
import { type RichBlock, richTextOf } from "#content/rich-text/rich-text.ts";
import { type Section, sectionsIn, sectionsText } from "#content/sections/section.ts";
import { olga } from "../../../../../tests/support/content.ts";
import { composeIn } from "../../../../../tests/support/servers/compose-in.ts";
import { readDraftFacts } from "./draft-facts.server.ts";
import { isSameSubject } from "./similar-title.ts";

let directory: string;
let composed: Awaited<ReturnType<typeof composeIn>>;
let services: Services;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "furrow-draft-facts-"));
  composed = await composeIn(directory);
  services = composed.services;
});
afterAll(async () => {
  await composed.close();
  rmSync(directory, { recursive: true, force: true });
});

const heading: Section = {
  id: "top",
  kind: "pageHeading",
  values: { look: "Green band", heading: "Local SEO in Leeds" },
};
const text = (...content: readonly RichBlock[]): Section => ({
  id: "words",
  kind: "text",
  values: {
    ...sectionKinds.get("text")?.example,
    heading: "",
    text: richTextOf({ type: "doc", content }),
  },
});
const words = (said: string, href?: string): RichBlock => ({
  type: "paragraph",
  content: [
    {
      type: "text",
      text: said,
      ...(href !== undefined && { marks: [{ type: "link" as const, attrs: { href } }] }),
    },
  ],
});

const typed = (sections: readonly Section[], more: object = {}) => ({
  ...pages.example,
  listingTitle: "Local SEO in Leeds",
  listingDescription: "How a company in Leeds is found by the people around the corner.",
  sections: sectionsText(sections),
  ...more,
});

async function sentences(values: Readonly<Record<string, string>>, block = pages) {
  const { facts } = await readDraftFacts(services, olga, { block, id: null, values });
  return facts.map(({ sentence, places }) => [sentence, ...places].join(" | "));
}

test("a sound page has no facts", async () => {
  const sound = typed([heading, text(words("Read what each plan has.", "/pricing/"))]);
  expect(await sentences(sound)).toEqual([]);
});

test("facts name what is wrong and the section that it is in", async () => {
  const skipped: RichBlock = {
    type: "heading",
    attrs: { level: 4 },
    content: [{ type: "text", text: "Too deep" }],
  };
  const values = typed(
    [heading, text(skipped, words("Our offer", "/spring-offer/"), words("Old", "page:gone0000"))],
    { listingTitle: "Local SEO in Leeds ".repeat(5) },
  );
  expect(await sentences(values)).toEqual([
    expect.stringMatching(/^Your title has \d+ characters/),
    "Your headings leave out a level. | Text",
    "A link leads to /spring-offer/, where this site has no page.",
    "A link leads to a page that is gone, so visitors see its words without a link. | Text",
  ]);
});

test("advice about a heading uses the words of the form, not the names of HTML elements", async () => {
  const skipped: RichBlock = {
    type: "heading",
    attrs: { level: 4 },
    content: [{ type: "text", text: "Too deep" }],
  };
  const { facts } = await readDraftFacts(services, olga, {
    block: pages,
    id: null,
    values: typed([heading, text(skipped)], { listingTitle: "Local SEO in Leeds ".repeat(5) }),
  });
  expect(facts).toHaveLength(2);
  for (const { advice } of facts) expect(advice).toMatch(/^[^<>]{20,}\.$/);
});

test("a page is compared with the other pages of the site, not with itself", async () => {
  const leeds = typed([heading], { pageTitle: "Local SEO in Leeds" });
  const { _id: id } = await createRecord(services, olga, pages, leeds);
  expect(await sentences({ ...leeds, listingTitle: "Local SEO for Leeds" })).toEqual([
    "“Local SEO in Leeds” (/local-seo-in-leeds/) has almost the same title.",
  ]);
  const itself = async () => {
    const { facts } = await readDraftFacts(services, olga, { block: pages, id, values: leeds });
    return facts.map(({ sentence }) => sentence);
  };
  expect(await itself()).toEqual(["No page and no menu of this site links to this page."]);
  const about = { ...pages.example, pageTitle: "About our towns", pageAddress: "/our-towns/" };
  const links = [text(words("Leeds", `page:${id}`))];
  await createRecord(services, olga, pages, { ...about, sections: sectionsText(links) });
  expect(await itself()).toEqual([]);
});

test("sections that nobody has rewritten since the page was started are named", async () => {
  const town = patterns.find(({ name }) => name === "town")?.valuesFor("Leeds").sections ?? "";
  const [unchanged] = sectionsIn(town).filter(({ kind }) => kind === "text");
  if (unchanged === undefined) throw new Error("The pattern has no text.");
  const { heading: said = "" } = unchanged.values;
  expect(await sentences(typed([heading, unchanged], { listingTitle: "Leeds" }))).toEqual([
    `One section still has the words that the page began with. | Text, “${said}”`,
  ]);
});

test("a link to an article that is not published says so", async () => {
  const draft = await saveDraft(services, olga, articles, null, {
    values: { articleTitle: "What a title does" },
  });
  const linked = typed([heading, text(words("Read on", `page:${draft._id}`))], {
    listingTitle: "Pages of towns",
  });
  expect(await sentences(linked)).toEqual([
    "A link leads to “What a title does”, which is not published, so visitors see its words without a link. | Text",
  ]);
});

test("anybody without the right to edit content is refused", async () => {
  const draft = { block: pages, id: null, values: typed([heading]) };
  await expect(readDraftFacts(services, { kind: "visitor" }, draft)).rejects.toMatchObject({
    code: "unauthenticated",
  });
});

test("titles about one subject are found by their words", () => {
  const same = [
    ["Local SEO in Leeds", "Local SEO for Leeds · Furrow"],
    ["SEO-Preise für Zürich", "SEO Preise fur Zurich"],
  ] as const;
  const different = [
    ["Local SEO in Leeds", "Local SEO in York"],
    ["Prices", "About us"],
    ["", ""],
    ["The", "A"],
  ] as const;
  for (const [one, other] of same) expect([one, isSameSubject(one, other)]).toEqual([one, true]);
  for (const [one, other] of different)
    expect([one, isSameSubject(one, other)]).toEqual([one, false]);
});
