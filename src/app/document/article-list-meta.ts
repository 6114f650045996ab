import type { MetaDescriptor } from "react-router";
import { type ArticleListPart, articleListHead } from "#seo/article-list-head.ts";
import type { SiteData } from "../site/site-data.server.ts";
import type { Matches } from "./business-name.ts";
import { headElements } from "./page-meta.ts";
import { pageTitle } from "./page-title.ts";

/** Elements of the head of a page of the list of articles. */
export function articleListMeta(part: ArticleListPart, matches: Matches): MetaDescriptor[] {
  const layout = matches.find((match) => match?.id === "site-layout");
  const data = layout?.loaderData as SiteData | undefined;
  const head = data && articleListHead(data.site, part, data);
  return head ? headElements(head, data) : pageTitle("Articles", matches);
}
