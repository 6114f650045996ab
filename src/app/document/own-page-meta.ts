import type { MetaDescriptor } from "react-router";
import { type OwnPageRecord, ownPageHead } from "#seo/own-page-head.ts";
import type { SiteData } from "../site/site-data.server.ts";
import type { Matches } from "./business-name.ts";
import { headElements } from "./page-meta.ts";

/** Elements of the head of a page or an article that the owner added. */
export function ownPageMeta(page: OwnPageRecord, matches: Matches): MetaDescriptor[] {
  const layout = matches.find((match) => match?.id === "site-layout");
  const data = layout?.loaderData as SiteData | undefined;
  if (data === undefined) return [];
  const elements = headElements(ownPageHead(data.site, page, data), data);
  return page.record.noIndex ? [...elements, { name: "robots", content: "noindex" }] : elements;
}
