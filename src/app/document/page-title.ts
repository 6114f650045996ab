import { siteName } from "../../content/model/site-name.ts";

/** The meta of a page that nobody looks for by search: it belongs to one person, or to one moment. */
export function pageTitle(title: string) {
  return [
    { title: title === siteName ? siteName : `${title} · ${siteName}` },
    { name: "robots", content: "noindex" },
  ];
}
