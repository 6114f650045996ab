import type { Graph } from "schema-dts";
import { type ArticleListPlace, articleListAddress } from "../content/addresses/article-lists.ts";
import type { Topic } from "../content/articles/topics.ts";
import type { SiteContent } from "../content/model/site-content.ts";
import { breadcrumb } from "./own-page-head.ts";
import {
  organization,
  type PageHead,
  pageHead,
  type SiteFacts,
  website,
  websiteId,
} from "./page-head.ts";
import { absolute, addressOf } from "./public-pages.ts";

export interface ArticleListPart {
  readonly place: ArticleListPlace;
  readonly topic: Topic | undefined;
}

/** The head of a page of the list of articles; null while there is no article. */
export function articleListHead(
  site: SiteContent,
  { place, topic }: ArticleListPart,
  facts: SiteFacts,
): PageHead | null {
  const head = pageHead(site, "articles", facts);
  if (head === null || (topic === undefined && place.page === 1)) return head;
  const { business, origin } = facts;
  const list = addressOf(site, "articles");
  const canonical = absolute(origin, articleListAddress(list, place));
  const page = place.page === 1 ? "" : `, page ${place.page}`;
  const title =
    topic === undefined
      ? `Articles${page} · ${business.name}`
      : `Articles about ${topic.topic}${page} · ${business.name}`;
  const description =
    topic === undefined
      ? `${head.description} Page ${place.page}.`
      : `All articles about ${topic.topic}${page}.`;
  const name = topic?.topic ?? `Page ${place.page}`;
  const data: Graph = {
    "@context": "https://schema.org",
    "@graph": [
      organization(site, facts),
      website(facts),
      {
        "@type": "CollectionPage",
        "@id": `${canonical}#page`,
        url: canonical,
        name: title,
        description,
        inLanguage: "en",
        isPartOf: { "@id": websiteId(origin) },
      },
      breadcrumb({ name, canonical, origin }, [{ name: "Articles", address: list }]),
    ],
  };
  const changed: Readonly<Record<string, string>> = {
    "og:title": title,
    "og:description": description,
    "og:url": canonical,
    "twitter:title": title,
    "twitter:description": description,
  };
  const withChanges = (pairs: PageHead["names"]) =>
    pairs.map(([key, value]) => [key, changed[key] ?? value] as const);
  return {
    title,
    description,
    canonical,
    properties: withChanges(head.properties),
    names: withChanges(head.names),
    data,
  };
}
