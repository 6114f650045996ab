import { businessNameIn, type Matches } from "./business-name.ts";

/** Title of a page that search engines must not list. */
export function pageTitle(title: string, matches: Matches) {
  return [
    { title: `${title} · ${businessNameIn(matches)}` },
    { name: "robots", content: "noindex" },
  ];
}
