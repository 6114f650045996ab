import { siteName } from "../content/site-name.ts";

/** The meta of a page with its title and, where people find it by search, a description. */
export function pageTitle(title: string, description?: string) {
  return [
    { title: title === siteName ? siteName : `${title} · ${siteName}` },
    ...(description === undefined ? [] : [{ name: "description", content: description }]),
  ];
}
