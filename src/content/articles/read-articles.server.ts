import type { Queries } from "#platform/database/database.ts";
import { preparedQuery } from "#platform/database/prepared-query.ts";
import { articles } from "../blocks/articles.ts";
import type { ArticleEntry } from "./article-entry.ts";
import type { Topic } from "./topics.ts";

/** An article that visitors can read, as lists show it. */
export interface ListedArticle extends Omit<ArticleEntry, "topics"> {
  readonly id: string;
  readonly topics: readonly Topic[];
  /** Unix milliseconds. */
  readonly publishedAt: number;
  readonly updatedAt: number;
}

const published = (queries: Queries) =>
  queries
    .selectFrom("site_pages")
    .where("site_pages.block", "=", articles.name)
    .where("site_pages.address", "is not", null);

const withTopic = (queries: Queries, slug: string) =>
  published(queries).$if(slug !== "", (query) =>
    query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("site_page_topics")
          .select("site_page_topics.record_id")
          .whereRef("site_page_topics.record_id", "=", "site_pages.record_id")
          .where("site_page_topics.slug", "=", slug),
      ),
    ),
  );

const columns = [
  "site_pages.record_id",
  "site_pages.path",
  "site_pages.title",
  "site_pages.summary",
  "site_pages.picture",
  "site_pages.author",
  "site_pages.day",
  "site_pages.minutes",
  "site_pages.published_at",
  "site_pages.updated_at",
] as const;

interface Row {
  readonly record_id: string;
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly picture: string;
  readonly author: string;
  readonly day: string;
  readonly minutes: number;
  readonly published_at: number | null;
  readonly updated_at: number;
}

export async function hasPublishedArticles(queries: Queries): Promise<boolean> {
  return (await anyPublished(queries, { block: articles.name })).length > 0;
}

const anyPublished = preparedQuery((queries, { block }: { block: string }) =>
  queries
    .selectFrom("site_pages")
    .select("record_id")
    .where("block", "=", block)
    .where("address", "is not", null)
    .limit(1)
    .compile(),
);

interface ArticleRange {
  /** Slug of a topic; "" for all articles. */
  readonly topic: string;
  readonly most: number;
  readonly offset?: number;
}

/** Newest first. */
export async function newestArticles(
  queries: Queries,
  { topic, most, offset = 0 }: ArticleRange,
): Promise<readonly ListedArticle[]> {
  const rows = await withTopic(queries, topic)
    .select(columns)
    .orderBy("site_pages.day", "desc")
    .orderBy("site_pages.published_at", "desc")
    .orderBy("site_pages.record_id", "desc")
    .limit(most)
    .offset(offset)
    .execute();
  return asArticles(queries, rows);
}

export async function countArticles(queries: Queries, topic: string): Promise<number> {
  const { count } = await withTopic(queries, topic)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The topics of published articles; the one with most articles comes first. */
export async function articleTopics(
  queries: Queries,
): Promise<readonly (Topic & { readonly count: number })[]> {
  const rows = await queries
    .selectFrom("site_page_topics")
    .innerJoin("site_pages", "site_pages.record_id", "site_page_topics.record_id")
    .select(({ fn }) => [
      "site_page_topics.slug",
      fn.min("site_page_topics.topic").as("topic"),
      fn.countAll().as("count"),
    ])
    .where("site_pages.block", "=", articles.name)
    .where("site_pages.address", "is not", null)
    .groupBy("site_page_topics.slug")
    .orderBy("count", "desc")
    .orderBy("site_page_topics.slug")
    .execute();
  return rows.map(({ slug, topic, count }) => ({ slug, topic, count: Number(count) }));
}

/** What lists know of a published article; undefined for any other record. */
export async function findListedArticle(
  queries: Queries,
  id: string,
): Promise<ListedArticle | undefined> {
  const rows = await published(queries)
    .select(columns)
    .where("site_pages.record_id", "=", id)
    .execute();
  return (await asArticles(queries, rows))[0];
}

export interface Neighbours {
  readonly earlier: ListedArticle | undefined;
  readonly later: ListedArticle | undefined;
}

/** The articles before and after an article in the order of the list. */
export async function neighboursOf(queries: Queries, article: ListedArticle): Promise<Neighbours> {
  const next = async (compare: "<" | ">", order: "asc" | "desc") => {
    const rows = await published(queries)
      .select(columns)
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple("site_pages.day", "site_pages.published_at", "site_pages.record_id"),
          compare,
          tuple(article.day, article.publishedAt, article.id),
        ),
      )
      .orderBy("site_pages.day", order)
      .orderBy("site_pages.published_at", order)
      .orderBy("site_pages.record_id", order)
      .limit(1)
      .execute();
    return (await asArticles(queries, rows))[0];
  };
  return { earlier: await next("<", "desc"), later: await next(">", "asc") };
}

/** Other articles with a topic of the article: those with most common topics, then the newest. */
export async function articlesOnTopics(
  queries: Queries,
  { id, topics }: Pick<ListedArticle, "id" | "topics">,
  most: number,
): Promise<readonly ListedArticle[]> {
  if (topics.length === 0) return [];
  const rows = await published(queries)
    .innerJoin("site_page_topics", "site_page_topics.record_id", "site_pages.record_id")
    .select(columns)
    .where(
      "site_page_topics.slug",
      "in",
      topics.map(({ slug }) => slug),
    )
    .where("site_pages.record_id", "!=", id)
    .groupBy(columns)
    .orderBy(({ fn }) => fn.countAll(), "desc")
    .orderBy("site_pages.day", "desc")
    .orderBy("site_pages.published_at", "desc")
    .orderBy("site_pages.record_id", "desc")
    .limit(most)
    .execute();
  return asArticles(queries, rows);
}

async function asArticles(
  queries: Queries,
  rows: readonly Row[],
): Promise<readonly ListedArticle[]> {
  if (rows.length === 0) return [];
  const topics = await queries
    .selectFrom("site_page_topics")
    .selectAll()
    .where(
      "record_id",
      "in",
      rows.map(({ record_id }) => record_id),
    )
    .orderBy("topic")
    .execute();
  const topicsOf = Map.groupBy(topics, ({ record_id }) => record_id);
  return rows.map((row) => ({
    id: row.record_id,
    address: row.path,
    title: row.title,
    summary: row.summary,
    picture: row.picture,
    author: row.author,
    day: row.day,
    minutes: Number(row.minutes),
    publishedAt: Number(row.published_at),
    updatedAt: Number(row.updated_at),
    topics: (topicsOf.get(row.record_id) ?? []).map(({ topic, slug }) => ({ topic, slug })),
  }));
}

/** Pages and articles for the site map, without those that search engines leave out. */
export async function listForSearchEngines(queries: Queries) {
  return queries
    .selectFrom("site_pages")
    .select(["block", "path", "title", "summary", "day", "updated_at"])
    .where("address", "is not", null)
    .where("no_index", "=", 0)
    .orderBy("block", "desc")
    .orderBy("day", "desc")
    .orderBy("published_at", "desc")
    .orderBy("record_id", "desc")
    .execute();
}
