import { spellingOf } from "./address-spelling.ts";

/** A page of the list of articles, of all of them or of one topic. */
export interface ArticleListPlace {
  /** "" for all articles. */
  readonly topic: string;
  /** Counts from 1. */
  readonly page: number;
}

const below = /^(?:\/topics\/(?<topic>[^/]{1,200}))?(?:\/page\/(?<page>[1-9]\d{0,5}))?$/;

/**
 * The part of the list of articles at a path below the address of the list, such as
 * "/articles/topics/content/page/2/"; undefined for any other path.
 */
export function articleListPlaceAt(list: string, path: string): ArticleListPlace | undefined {
  const rest = restBelow(list, path);
  const found = rest === undefined ? undefined : below.exec(rest)?.groups;
  if (found === undefined) return undefined;
  return { topic: found.topic ?? "", page: Number(found.page ?? 1) };
}

export function isArticleFeed(list: string, path: string): boolean {
  return restBelow(list, path) === "/feed.xml";
}

/** True for a path at which no page and no article can be, because the list of articles needs it. */
export function isBelowArticleList(list: string, path: string): boolean {
  const rest = restBelow(list, path);
  return rest !== undefined && /^\/(?:feed\.xml|page|topics)(?:\/|$)/.test(rest);
}

/** What follows the address of the list in a path, such as "/page/2"; "" at the list itself. */
function restBelow(list: string, path: string): string | undefined {
  const [above, asked] = [spellingOf(list), spellingOf(path)];
  if (asked === above) return "";
  return asked.startsWith(`${above}/`) ? asked.slice(above.length) : undefined;
}

/** Address of a page of the list, of which `list` is the address. */
export function articleListAddress(list: string, { topic, page }: ArticleListPlace): string {
  const words = [
    ...(topic === "" ? [] : ["topics", encodeURIComponent(topic)]),
    ...(page === 1 ? [] : ["page", String(page)]),
  ];
  return words.length === 0 ? list : `${list.replace(/\/$/, "")}/${words.join("/")}/`;
}

export function articleFeedAddress(list: string): string {
  return `${list.replace(/\/$/, "")}/feed.xml`;
}
