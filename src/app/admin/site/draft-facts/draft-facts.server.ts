import { sectionKinds } from "#app/landing/kinds/section-kinds.ts";
import { checkDraft } from "#check/drafts/check-draft.ts";
import type { Services } from "#compose.ts";
import { isLinked } from "#content/addresses/links-to.ts";
import { leadsSomewhere } from "#content/addresses/redirect-checks.server.ts";
import { articles } from "#content/blocks/articles.ts";
import { pages } from "#content/blocks/pages.ts";
import type { Block } from "#content/model/define.ts";
import { targetedPage } from "#content/model/links.ts";
import { readSiteContent, shownPage } from "#content/records/content-store.server.ts";
import { linksInRichText, picturesInRichText, richTextIn } from "#content/rich-text/rich-text.ts";
import { nameOfSection, type Section, sectionsIn } from "#content/sections/section.ts";
import { isRichTextValue } from "#content/sections/section-texts.ts";
import { pictureFactsFor } from "#media/picture-facts.server.ts";
import type { FactsByAddress } from "#media/picture-file.ts";
import type { Queries } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { type OwnPageRecord, ownPageHead } from "#seo/own-page-head.ts";
import { addressOf, listingOf, publicPageNames } from "#seo/public-pages.ts";
import { readBusiness } from "#settings/business.server.ts";
import { draftDocument } from "./draft-document.server.tsx";
import { isExampleText } from "./example-texts.ts";
import { isSameSubject } from "./similar-title.ts";

/**
 * What to do about a finding in the words of the form, by the check's id. The advice of a check
 * itself names HTML elements, which writers of pages never see.
 */
const adviceInForm: Readonly<Record<string, string>> = {
  "title-missing": "Write a title, or a title in search results.",
  "title-length":
    "Put what matters into the first 60 characters, or write a shorter title in search results.",
  "description-missing":
    "Write one or two sentences into “Description in search results”: what a visitor finds here.",
  "main-heading": "Add a section with a heading, such as “Page heading”.",
  "heading-order": "After “Heading” comes “Smaller heading”, not “Smallest heading”.",
};

/** Something about a draft that its writer may want to know; no verdict. */
export interface DraftFact {
  readonly sentence: string;
  /** What one can do about it. */
  readonly advice: string;
  /** Sections that it is about, as people call them. */
  readonly places: readonly string[];
}

export interface DraftFacts {
  /** Title in search results, with the name of the business. */
  readonly title: string;
  readonly facts: readonly DraftFact[];
}

interface Draft {
  readonly block: Block;
  /** Null for a record that is being added. */
  readonly id: string | null;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Looks at a page or an article as it is being written: with the checks that Furrow runs on the
 * websites of customers, and beside the other pages of this site. The texts need not be stored or
 * valid.
 */
export async function readDraftFacts(
  services: Services,
  actor: Actor,
  draft: Draft,
): Promise<DraftFacts> {
  requireRight(actor, "edit content");
  const { read } = services.database;
  const record = await shownPage(read, draft.block, { _id: draft.id ?? "new", ...draft.values });
  const page = (
    draft.block.name === articles.name ? { kind: "article", record } : { kind: "page", record }
  ) as OwnPageRecord;
  const [site, pictures, business] = await Promise.all([
    readSiteContent(read),
    pictureFactsFor(read, record),
    readBusiness(services.configuration, read),
  ]);
  const origin = services.publicUrl;
  const { title, description, canonical } = ownPageHead(site, page, { business, origin });
  const { html, sections } = draftDocument({ page, site, pictures, title, description });
  const { findings, links } = await checkDraft(services.parse, {
    html,
    address: canonical,
    at: services.clock(),
  });
  const found = findings.map(({ check, sentence, fix, lines }) => ({
    sentence,
    advice: adviceInForm[check] ?? fix,
    places: lines.flatMap((line) => namesOf(sections[line - 1])),
  }));
  const titles = [
    ...publicPageNames.map((name) => ({
      title: listingOf(site, name).listingTitle,
      address: addressOf(site, name),
    })),
    ...(await titlesOfOtherPages(read, draft.id)),
  ];
  return {
    title,
    facts: [
      ...found,
      ...factsAboutExamples(draft),
      ...factsAboutPictures(draft, pictures),
      ...(await factsAboutLinks(services, links)),
      ...(await factsAboutGoneTargets(read, draft)),
      ...factsAboutSubject(title, titles),
      ...(await factsAboutReaching(read, draft)),
    ],
  };
}

function namesOf(section: Section | undefined): string[] {
  return section === undefined ? [] : [nameOfSection(section, sectionKinds)];
}

/** Each text of a draft with the section that it stands in. */
function textsOf({ block, values }: Draft) {
  return Object.entries(block.fields).flatMap(([name, { kind, label }]) => {
    const value = values[name] ?? "";
    if (kind !== "sections") return [{ text: value, isPicture: kind === "image", place: label }];
    return sectionsIn(value)
      .filter(({ isHidden }) => !isHidden)
      .flatMap((section) => {
        const place = nameOfSection(section, sectionKinds);
        const fields = sectionKinds.get(section.kind)?.fields ?? {};
        return Object.entries(section.values).map(([field, text]) => ({
          text,
          isPicture: fields[field]?.kind === "image",
          place,
        }));
      });
  });
}

function factsAboutExamples(draft: Draft): DraftFact[] {
  const found = textsOf(draft).flatMap(({ text, isPicture, place }) =>
    !isPicture && isExampleText(text) ? [place] : [],
  );
  const places = [...new Set(found)];
  if (places.length === 0) return [];
  const sentence =
    places.length === 1
      ? "One section still has the words that the page began with."
      : `${places.length} sections still have the words that the page began with.`;
  const advice = "They show how such a page can be written. Replace them with your own words.";
  return [{ sentence, advice, places }];
}

function factsAboutPictures(draft: Draft, pictures: FactsByAddress): DraftFact[] {
  const silent = textsOf(draft).flatMap(({ text, isPicture, place }) => {
    const shown = isPicture
      ? [{ src: text, alt: "" }]
      : isRichTextValue(text)
        ? picturesInRichText(richTextIn(text))
        : [];
    const without = shown.filter(({ src, alt }) => src in pictures && !alt && !pictures[src]?.alt);
    return without.map(() => place);
  });
  if (silent.length === 0) return [];
  const sentence =
    silent.length === 1
      ? "A picture has no description."
      : `${silent.length} pictures have no description.`;
  const advice =
    "Open the picture in the library and say what it shows, for people who cannot see it and for the picture search.";
  return [{ sentence, advice, places: [...new Set(silent)] }];
}

/** Pages of this site that links lead to and that are not there. */
async function factsAboutLinks(
  services: Services,
  links: readonly string[],
): Promise<readonly DraftFact[]> {
  const paths = [...new Set(links.map((link) => new URL(link).pathname))];
  const facts = await Promise.all(
    paths.map(async (path) =>
      (await leadsSomewhere(services, path))
        ? []
        : [
            {
              sentence: `A link leads to ${path}, where this site has no page.`,
              advice: "Correct the address, or choose the page from the list.",
              places: [],
            },
          ],
    ),
  );
  return facts.flat();
}

/** Links to pages by their records that are in the trash, unpublished or deleted. */
async function factsAboutGoneTargets(queries: Queries, draft: Draft): Promise<DraftFact[]> {
  const targets = textsOf(draft).flatMap(({ text, place }) => {
    const links = isRichTextValue(text) ? linksInRichText(richTextIn(text)) : [text];
    return links.flatMap((link) => {
      const target = targetedPage(link);
      return target === undefined ? [] : [{ id: target.id, place }];
    });
  });
  if (targets.length === 0) return [];
  const rows = await queries
    .selectFrom("site_pages")
    .select(["record_id", "address", "title"])
    .where(
      "record_id",
      "in",
      targets.map(({ id }) => id),
    )
    .execute();
  const pagesById = new Map(rows.map((row) => [row.record_id, row]));
  return targets.flatMap(({ id, place }) => {
    const page = pagesById.get(id);
    if (page !== undefined && page.address !== null) return [];
    const sentence =
      page === undefined
        ? "A link leads to a page that is gone, so visitors see its words without a link."
        : `A link leads to “${page.title}”, which is not published, so visitors see its words without a link.`;
    const advice =
      page === undefined ? "Choose another page for the link." : "Publish it, or link to another.";
    return [{ sentence, advice, places: [place] }];
  });
}

/**
 * A published page that nothing links to. Articles are in the list of articles, and a page without
 * the menu is meant for the visitors of an advertisement.
 */
async function factsAboutReaching(queries: Queries, draft: Draft): Promise<DraftFact[]> {
  const { block, id, values } = draft;
  if (id === null || block.name !== pages.name || values.withoutMenu || values.noIndex) return [];
  const page = await queries
    .selectFrom("site_pages")
    .select("path")
    .where("record_id", "=", id)
    .where("address", "is not", null)
    .executeTakeFirst();
  if (page === undefined || (await isLinked(queries, { recordId: id, path: page.path }))) return [];
  return [
    {
      sentence: "No page and no menu of this site links to this page.",
      advice: "Put it into a menu, or link to it from a page about a related subject.",
      places: [],
    },
  ];
}

async function titlesOfOtherPages(queries: Queries, id: string | null) {
  const rows = await queries
    .selectFrom("site_pages")
    .select(["record_id", "title", "path"])
    .where("address", "is not", null)
    .where("block", "in", [pages.name, articles.name])
    .execute();
  return rows
    .filter(({ record_id }) => record_id !== id)
    .map(({ title, path }) => ({ title, address: path }));
}

function factsAboutSubject(
  title: string,
  others: readonly { readonly title: string; readonly address: string }[],
): DraftFact[] {
  const same = others.filter((other) => isSameSubject(title, other.title)).slice(0, 3);
  return same.map((other) => ({
    sentence: `“${other.title}” (${other.address}) has almost the same title.`,
    advice:
      "Two pages about one subject compete in search results: make one page of them, or give each its own subject.",
    places: [],
  }));
}
