import type { ArticleEntry } from "#content/articles/article-entry.ts";
import { type ListedArticle, newestArticles } from "#content/articles/read-articles.server.ts";
import { slugOf } from "#content/articles/topics.ts";
import { type Section, sectionsIn } from "#content/sections/section.ts";
import type { Queries } from "#platform/database/database.ts";
import { sectionKinds } from "../landing/kinds/section-kinds.ts";

/** Most articles that a section shows. */
const mostShown = 6;

/** The articles that sections of the lists show, newest first; each list is the value of a field. */
export async function articlesFor(
  queries: Queries,
  lists: readonly string[],
): Promise<readonly ArticleEntry[]> {
  const sections = lists.flatMap(sectionsIn).filter(readsArticles);
  const topics = new Set(sections.map(({ values }) => slugOf(values.topic ?? "")));
  const found = await Promise.all(
    [...topics].map((topic) => newestArticles(queries, { topic, most: mostShown })),
  );
  const all = new Map(found.flat().map((article) => [article.id, article]));
  return [...all.values()].sort(compareNewest).map(entryOf);
}

function readsArticles({ kind, isHidden }: Section): boolean {
  return !isHidden && sectionKinds.get(kind)?.reads === "newestArticles";
}

function compareNewest(one: ListedArticle, other: ListedArticle): number {
  return other.day.localeCompare(one.day) || other.publishedAt - one.publishedAt;
}

function entryOf({ id, publishedAt, updatedAt, topics, ...entry }: ListedArticle): ArticleEntry {
  return { ...entry, topics: topics.map(({ topic }) => topic) };
}
