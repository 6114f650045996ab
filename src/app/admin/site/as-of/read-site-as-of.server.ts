import { type PageSection, pageSections } from "#app/landing/page-sections.tsx";
import type { Services } from "#compose.ts";
import { isSameAddress } from "#content/addresses/address-spelling.ts";
import { defaultAddresses, listings } from "#content/addresses/listings.ts";
import { listPagesAsOf, readPageAsOf, readSiteAsOf } from "#content/as-of/site-as-of.ts";
import { articles } from "#content/blocks/articles.ts";
import { pages } from "#content/blocks/pages.ts";
import { blocks } from "#content/model/blocks.ts";
import type { AnyRecord, Block } from "#content/model/define.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { pictureFactsFor } from "#media/picture-facts.server.ts";
import type { FactsByAddress } from "#media/picture-file.ts";
import type { Actor } from "#policy/actor.ts";
import { addressOf, type PublicPage, publicPageNames } from "#seo/public-pages.ts";
import { editorPages } from "../editor/editor-places.server.ts";

export type ShownPage = { readonly key: string; readonly title: string } & (
  | { readonly kind: "original"; readonly name: PublicPage }
  | { readonly kind: "page" | "article"; readonly record: AnyRecord }
);

interface ListedPage {
  /** Name of a page that every site has, or id of a record. */
  readonly key: string;
  readonly title: string;
  readonly address: string;
  readonly group: "Pages" | "Own pages" | "Articles";
}

export interface SiteAsOf {
  readonly site: SiteContent;
  readonly page: ShownPage;
  readonly pages: readonly ListedPage[];
  readonly pictures: FactsByAddress;
  /** Ids of the records that the page shows, besides header and footer. */
  readonly recordIds: readonly string[];
}

/** The site as of a time with one of its pages; the home page for a page that was not there. */
export async function readShownSite(
  services: Services,
  actor: Actor,
  at: number,
  wanted: string,
): Promise<SiteAsOf> {
  const { read } = services.database;
  const site = await readSiteAsOf(services, actor, at);
  const own = await listPagesAsOf(services, actor, at);
  const originals = publicPageNames.map((name): ListedPage => {
    const title = editorPages.find((page) => page.name === name)?.title ?? name;
    return { key: name, title, address: addressOf(site, name), group: "Pages" };
  });
  const added = own.map(({ id: key, block, title, address }): ListedPage => {
    return { key, title, address, group: block === pages.name ? "Own pages" : "Articles" };
  });
  const listed = [...originals, ...added.toSorted((one, other) => groupOf(one) - groupOf(other))];
  const found = listed.find(({ key, address }) => key === wanted || isSameAddress(address, wanted));
  const byDefault = publicPageNames.find((name) => isSameAddress(defaultAddresses[name], wanted));
  const { key, title } = found ?? listed.find((each) => each.key === byDefault) ?? homeOf(listed);
  const record = key in listings ? undefined : await readPageAsOf(services, actor, at, key);
  const page: ShownPage =
    record === undefined
      ? { kind: "original", key, title, name: key as PublicPage }
      : {
          kind: record.block === articles.name ? "article" : "page",
          key,
          title,
          record: record.record,
        };
  return {
    site,
    page,
    pages: listed,
    pictures: await pictureFactsFor(read, [site, record]),
    recordIds: record === undefined ? recordsOf(site, key as PublicPage) : [key],
  };
}

function groupOf({ group }: ListedPage): number {
  return group === "Articles" ? 1 : 0;
}

function homeOf(listed: readonly ListedPage[]): ListedPage {
  const [home] = listed;
  if (home === undefined) throw new Error("The site has no page.");
  return home;
}

/** Ids of the records in the sections of a page. */
function recordsOf(site: SiteContent, name: PublicPage): readonly string[] {
  const originals: readonly PageSection[] = pageSections[name];
  const keys = new Set(originals.flatMap((section) => section.blocks));
  const listing = Object.entries(blocks as Readonly<Record<string, Block>>).find(
    ([, { name: its }]) => its === listings[name].name,
  );
  const content = site as unknown as Record<string, AnyRecord | readonly AnyRecord[] | undefined>;
  return [...keys, ...(listing === undefined ? [] : [listing[0]])].flatMap((key) => {
    const records = content[key];
    if (records === undefined) return [];
    return Array.isArray(records)
      ? (records as readonly AnyRecord[]).map(({ _id }) => _id)
      : [(records as AnyRecord)._id];
  });
}
