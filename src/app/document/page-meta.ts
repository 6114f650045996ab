import type { MetaDescriptor } from "react-router";
import { type PageHead, pageHead } from "#seo/page-head.ts";
import type { PublicPage } from "#seo/public-pages.ts";
import type { SiteData } from "../site/site-data.server.ts";
import type { Matches } from "./business-name.ts";
import { pageTitle } from "./page-title.ts";

export function pageMeta(page: PublicPage, matches: Matches): MetaDescriptor[] {
  const layout = matches.find((match) => match?.id === "site-layout");
  const data = layout?.loaderData as SiteData | undefined;
  const head = data && pageHead(data.site, page, data);
  if (!head) return pageTitle("Nothing grows here", matches);
  return headElements(head, data);
}

export function headElements(
  head: PageHead,
  { verifications }: Pick<SiteData, "verifications">,
): MetaDescriptor[] {
  return [
    { title: head.title },
    { name: "description", content: head.description },
    { tagName: "link", rel: "canonical", href: head.canonical },
    { tagName: "link", rel: "manifest", href: "/manifest.webmanifest" },
    ...head.properties.map(([property, content]) => ({ property, content })),
    ...head.names.map(([name, content]) => ({ name, content })),
    ...verifications.map(([name, content]) => ({ name, content })),
    { "script:ld+json": head.data as Record<string, string> },
  ];
}
