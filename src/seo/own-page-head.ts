import type { Article as ArticleData, BreadcrumbList, Graph, Thing, WebPage } from "schema-dts";
import type { Article } from "../content/blocks/articles.ts";
import type { OwnPage } from "../content/blocks/pages.ts";
import type { SiteContent } from "../content/model/site-content.ts";
import { firstTextOf } from "../content/sections/section-texts.ts";
import {
  organization,
  organizationId,
  type PageHead,
  type SiteFacts,
  sharedHead,
  website,
  websiteId,
} from "./page-head.ts";
import { absolute, addressOf, drawnSharePicture, ownShareName } from "./public-pages.ts";

interface Times {
  /** Unix milliseconds of the first publication; null for a draft. */
  readonly publishedAt: number | null;
  readonly updatedAt: number;
}

export type OwnPageRecord = (
  | { readonly kind: "page"; readonly record: OwnPage }
  | { readonly kind: "article"; readonly record: Article }
) &
  Partial<Times>;

/** The head of a page or an article that the owner added. */
export function ownPageHead(
  site: SiteContent,
  page: OwnPageRecord,
  { business, origin }: SiteFacts,
): PageHead {
  const { record, kind } = page;
  const name = kind === "page" ? record.pageTitle : record.articleTitle;
  const title = record.listingTitle || `${name} · ${business.name}`;
  const summary = kind === "article" ? record.summary : "";
  const description = record.listingDescription || summary || firstTextOf(record);
  const canonical = absolute(origin, record.pageAddress || "/");
  const own = record.sharePicture || (kind === "article" ? record.picture : "");
  const drawn = drawnSharePicture(
    ownShareName(record._id),
    { listingTitle: record.listingTitle || name },
    business.name,
    site,
  );
  const picture = absolute(origin, own || drawn);
  const facts = { name, description, canonical, picture, origin };
  const things: Thing[] = [
    organization(site, { business, origin }),
    website({ business, origin }),
    kind === "page" ? webPage(facts) : article(facts, page),
    breadcrumb(facts, kind === "article" && site.hasArticles ? articlesAbove(site) : []),
  ];
  const data: Graph = { "@context": "https://schema.org", "@graph": things };
  const type = kind === "page" ? "website" : "article";
  const isDrawn = own === "";
  return {
    ...sharedHead({ title, description, canonical, type, picture, isDrawn }, business.name),
    data,
  };
}

interface Facts {
  readonly name: string;
  readonly description: string;
  readonly canonical: string;
  readonly picture: string;
  readonly origin: string;
}

function webPage({ name, description, canonical, origin }: Facts): WebPage {
  return {
    "@type": "WebPage",
    "@id": `${canonical}#page`,
    url: canonical,
    name,
    ...(description && { description }),
    inLanguage: "en",
    isPartOf: { "@id": websiteId(origin) },
  };
}

function article(
  { name, description, canonical, picture, origin }: Facts,
  { record, publishedAt, updatedAt }: Extract<OwnPageRecord, { kind: "article" }>,
): ArticleData {
  const published = record.articleDate || (publishedAt ? isoDate(publishedAt) : "");
  return {
    "@type": "Article",
    "@id": `${canonical}#article`,
    headline: name,
    mainEntityOfPage: canonical,
    ...(description && { description }),
    image: picture,
    ...(published && { datePublished: published }),
    ...(updatedAt && { dateModified: new Date(updatedAt).toISOString() }),
    ...(record.author && { author: { "@type": "Person", name: record.author } }),
    publisher: { "@id": organizationId(origin) },
    inLanguage: "en",
  };
}

function isoDate(time: number): string {
  return new Date(time).toISOString();
}

interface CrumbAbove {
  readonly name: string;
  readonly address: string;
}

function articlesAbove(site: SiteContent): readonly CrumbAbove[] {
  return [{ name: "Articles", address: addressOf(site, "articles") }];
}

/** `above`: pages between the landing page and this one. */
export function breadcrumb(
  { name, canonical, origin }: Pick<Facts, "name" | "canonical" | "origin">,
  above: readonly CrumbAbove[],
): BreadcrumbList {
  const crumbs = [{ name: "Home", address: "/" }, ...above, { name, address: canonical }];
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ name: label, address }, place) => ({
      "@type": "ListItem",
      position: place + 1,
      name: label,
      item: absolute(origin, address),
    })),
  };
}
