import { isSameAddress } from "#content/addresses/address-spelling.ts";
import {
  type ArticleListPlace,
  articleListAddress,
  articleListPlaceAt,
} from "#content/addresses/article-lists.ts";
import { defaultAddresses } from "#content/addresses/listings.ts";
import { readPageAddresses } from "#content/addresses/move-pages.server.ts";
import {
  articleTopics,
  countArticles,
  newestArticles,
} from "#content/articles/read-articles.server.ts";
import type { Topic } from "#content/articles/topics.ts";
import { pictureFactsFor } from "#media/picture-facts.server.ts";
import { addressOf, listingOf } from "#seo/public-pages.ts";
import { appContext } from "../app-context.server.ts";
import { articleListMeta } from "../document/article-list-meta.ts";
import { unknownPage } from "../site/unknown-page.server.ts";
import { useSite } from "../site-layout.tsx";
import { MorePictures } from "../ui/pictures/picture.tsx";
import { useSheet } from "../ui/styles/style-sheets.ts";
import type { Route } from "./+types/article-list";
import { ArticleEntries } from "./articles/article-entries.tsx";
import articleListSheet from "./articles/article-list.css?sheet";
import { PageHeader } from "./sections/headings.tsx";

const pageSize = 12;
/** Most topics that the list names; a topic that nobody sees here is on the page of its article. */
const mostTopics = 24;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, address } = context.get(appContext);
  const { read } = services.database;
  const list = (await readPageAddresses(read)).get("articles") ?? defaultAddresses.articles;
  const path = address ?? new URL(request.url).pathname;
  const place = articleListPlaceAt(list, path);
  if (place === undefined || !isSameAddress(articleListAddress(list, place), path)) {
    throw await unknownPage(context, request);
  }
  const total = await countArticles(read, place.topic);
  const pageCount = Math.ceil(total / pageSize);
  if (place.page > pageCount) throw await unknownPage(context, request);
  const [articles, topics] = await Promise.all([
    newestArticles(read, {
      topic: place.topic,
      most: pageSize,
      offset: (place.page - 1) * pageSize,
    }),
    articleTopics(read),
  ]);
  const topic = topics.find(({ slug }) => slug === place.topic);
  return {
    place,
    pageCount,
    articles,
    topic,
    topics: topics.slice(0, mostTopics),
    pictures: await pictureFactsFor(read, articles),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData && articleListMeta(loaderData, matches);
}

export const handle = { shared: true };

export default function ArticleList({ loaderData }: Route.ComponentProps) {
  useSheet(articleListSheet);
  const { place, pageCount, articles, topic, topics, pictures } = loaderData;
  const { site } = useSite();
  const list = addressOf(site, "articles");
  const isFirst = place.page === 1;
  return (
    <MorePictures value={pictures}>
      <PageHeader
        title={topic?.topic ?? listTitle}
        crumb={topic?.topic ?? listTitle}
        above={topic && { label: listTitle, href: list }}
        text={
          isFirst
            ? topic
              ? undefined
              : listingOf(site, "articles").listingDescription
            : `Page ${place.page} of ${pageCount}`
        }
      />
      <div className="article-list grid" id="articles">
        {topics.length > 0 && <Topics list={list} topics={topics} shown={place.topic} />}
        <ArticleEntries articles={articles} withLead={isFirst} />
        {pageCount > 1 && <Pages list={list} place={place} pageCount={pageCount} />}
      </div>
    </MorePictures>
  );
}

const listTitle = "Articles";

interface TopicsProps {
  list: string;
  topics: readonly Topic[];
  /** Slug of the topic that the page shows; "" for all. */
  shown: string;
}

function Topics({ list, topics, shown }: TopicsProps) {
  const all = [{ topic: "All", slug: "" }, ...topics];
  return (
    <nav className="article-list__topics" aria-label="Topics">
      <ul>
        {all.map(({ topic, slug }) => (
          <li key={slug}>
            <a
              href={articleListAddress(list, { topic: slug, page: 1 })}
              aria-current={slug === shown ? "true" : undefined}
            >
              {topic}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PagesProps {
  list: string;
  place: ArticleListPlace;
  pageCount: number;
}

function Pages({ list, place, pageCount }: PagesProps) {
  const linkTo = (page: number) => articleListAddress(list, { ...place, page });
  return (
    <nav className="article-list__pages" aria-label="Pages of the list">
      {place.page > 1 && (
        <a href={linkTo(place.page - 1)} rel="prev">
          Newer articles
        </a>
      )}
      <p>
        Page {place.page} of {pageCount}
      </p>
      {place.page < pageCount && (
        <a href={linkTo(place.page + 1)} rel="next">
          Older articles
        </a>
      )}
    </nav>
  );
}
