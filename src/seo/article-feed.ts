import { articleFeedAddress } from "../content/addresses/article-lists.ts";
import { defaultAddresses } from "../content/addresses/listings.ts";
import type { ListedArticle } from "../content/articles/read-articles.server.ts";
import type { Article } from "../content/blocks/articles.ts";
import type { SiteContent } from "../content/model/site-content.ts";
import { richTextIn } from "../content/rich-text/rich-text.ts";
import { pictureHtml, richTextHtml } from "../content/rich-text/rich-text-html.ts";
import { sectionsIn } from "../content/sections/section.ts";
import { escapeHtml } from "../platform/texts/escape-html.ts";
import type { SiteFacts } from "./page-head.ts";
import { absolute, addressOf, listingOf } from "./public-pages.ts";

export interface FeedEntry {
  readonly listed: ListedArticle;
  readonly article: Article;
}

/** Most articles in the feed. */
export const mostInFeed = 20;

interface Feed {
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
  /** Description of an uploaded picture. */
  readonly altOf: (address: string) => string;
}

/** The feed of the newest articles with their whole texts, in Atom (RFC 4287). */
export function articleFeed(
  site: SiteContent,
  { business, origin }: SiteFacts,
  { entries, altOf }: Feed,
): string {
  const list = addressOf(site, "articles");
  const { listingTitle, listingDescription } = listingOf(site, "articles");
  const updated = Math.max(0, ...entries.map(({ listed }) => listed.updatedAt));
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element("title", listingTitle),
    element("subtitle", listingDescription),
    // The same wherever the owner moves the list, so that readers do not show articles twice.
    element("id", absolute(origin, articleFeedAddress(defaultAddresses.articles))),
    `<link rel="self" type="application/atom+xml" href="${escapeHtml(absolute(origin, articleFeedAddress(list)))}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeHtml(absolute(origin, list))}"/>`,
    element("updated", new Date(updated).toISOString()),
    personElement(business.name),
    ...entries.map((entry) => entryElement(entry, origin, altOf)),
    "</feed>",
    "",
  ].join("\n");
}

function element(name: string, text: string): string {
  return `<${name}>${escapeHtml(text)}</${name}>`;
}

function personElement(name: string): string {
  return `<author>${element("name", name)}</author>`;
}

function entryElement(
  { listed, article }: FeedEntry,
  origin: string,
  altOf: Feed["altOf"],
): string {
  const address = absolute(origin, listed.address);
  return [
    "<entry>",
    element("title", listed.title),
    element("id", `urn:uuid:${listed.id}`),
    `<link rel="alternate" type="text/html" href="${escapeHtml(address)}"/>`,
    element("published", publishedOf(listed)),
    element("updated", new Date(listed.updatedAt).toISOString()),
    ...(listed.author === "" ? [] : [personElement(listed.author)]),
    ...listed.topics.map(
      ({ topic, slug }) => `<category term="${escapeHtml(slug)}" label="${escapeHtml(topic)}"/>`,
    ),
    ...(listed.summary === "" ? [] : [element("summary", listed.summary)]),
    `<content type="html">${escapeHtml(htmlOf(article, address, altOf))}</content>`,
    "</entry>",
  ].join("\n");
}

/** The day that the author named, or the time of the publication. */
function publishedOf({ day, publishedAt }: ListedArticle): string {
  const time = new Date(publishedAt).toISOString();
  return time.startsWith(day) ? time : `${day}T00:00:00.000Z`;
}

function htmlOf(article: Article, address: string, altOf: Feed["altOf"]): string {
  const options = { altOf, absolute: (link: string) => absolute(address, link) };
  const { picture, body, sections } = article;
  const goesOn = sectionsIn(sections).some(({ isHidden }) => !isHidden);
  return [
    ...(picture === "" ? [] : [pictureHtml({ src: picture, alt: "", caption: "" }, options)]),
    richTextHtml(richTextIn(body), options),
    ...(goesOn ? [`<p><a href="${escapeHtml(address)}">Read on at our site</a></p>`] : []),
  ].join("\n");
}
