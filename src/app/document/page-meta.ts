import type { MetaDescriptor } from "react-router";
import { articleFeedAddress } from "#content/addresses/article-lists.ts";
import { type PageHead, pageHead } from "#seo/page-head.ts";
import { addressOf, type PublicPage } from "#seo/public-pages.ts";
import type { SiteData } from "../site/site-data.server.ts";
import type { Matches } from "./business-name.ts";
import { pageTitle } from "./page-title.ts";

export function pageMeta(page: PublicPage, matches: Matches): MetaDescriptor[] {
  const layout = matches.find((match) => match?.id === "site-layout");
  const data = layout?.loaderData as SiteData | undefined;
  const head = data && pageHead(data.site, page, data);
  if (!head) return pageTitle("There is no such page", matches);
  return headElements(head, data);
}

export function headElements(
  head: PageHead,
  { site, business, verifications }: Pick<SiteData, "site" | "business" | "verifications">,
): MetaDescriptor[] {
  const feed = articleFeedAddress(addressOf(site, "articles"));
  return [
    { title: head.title },
    ...(head.description === "" ? [] : [{ name: "description", content: head.description }]),
    { tagName: "link", rel: "canonical", href: head.canonical },
    { tagName: "link", rel: "manifest", href: "/manifest.webmanifest" },
    ...(site.hasArticles ? [feedLink(feed, business.name)] : []),
    ...head.properties.map(([property, content]) => ({ property, content })),
    ...head.names.map(([name, content]) => ({ name, content })),
    ...verifications.map(([name, content]) => ({ name, content })),
    { "script:ld+json": head.data as Record<string, string> },
  ];
}

function feedLink(href: string, name: string): MetaDescriptor {
  const type = "application/atom+xml";
  return { tagName: "link", rel: "alternate", type, href, title: `Articles · ${name}` };
}
