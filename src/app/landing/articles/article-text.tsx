import { FurrowLines } from "#app/ui/drawings/drawings.tsx";
import { Picture } from "#app/ui/pictures/picture.tsx";
import { RichText } from "#app/ui/rich-text/rich-text.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { articleListAddress } from "#content/addresses/article-lists.ts";
import { type Topic, topicsIn } from "#content/articles/topics.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { readingMinutesOf } from "#content/sections/section-texts.ts";
import { addressOf } from "#seo/public-pages.ts";
import { Crumbs } from "../sections/headings.tsx";
import articleTextSheet from "./article-text.css?sheet";
import { Byline } from "./byline.tsx";

interface ArticleTextProps {
  /** Values of the article's record, also while somebody types them. */
  values: Readonly<Record<string, string>>;
  site: SiteContent;
  /** Day of the first publication, for an article without a date of its own; "" before it. */
  publishedOn?: string;
}

/** An article without its sections: title, picture and text. */
export function ArticleText({ values, site, publishedOn = "" }: ArticleTextProps) {
  useSheet(articleTextSheet);
  const { articleTitle: title = "", summary = "", picture = "", author = "", body = "" } = values;
  const topics = topicsIn(values.topics ?? "");
  const list = site.hasArticles ? addressOf(site, "articles") : undefined;
  return (
    <article className="article" id="article">
      <header className="article__head grid">
        <FurrowLines />
        <Crumbs crumb={title} above={list === undefined ? undefined : listAbove(list)} />
        <h1 className="article__title">{title}</h1>
        {summary !== "" && <p className="article__summary">{summary}</p>}
        <Byline
          author={author}
          day={values.articleDate || publishedOn}
          minutes={readingMinutesOf(values)}
        />
      </header>
      {picture !== "" && (
        <div className="article__picture grid">
          <Picture address={picture} sizes="(min-width: 80rem) 80rem, 100vw" priority />
        </div>
      )}
      <div className="article__text grid">
        <RichText value={body} />
        {topics.length > 0 && <Topics topics={topics} list={list} />}
      </div>
    </article>
  );
}

function listAbove(href: string) {
  return { label: "Articles", href };
}

interface TopicsProps {
  topics: readonly Topic[];
  /** Address of the list of articles; undefined while no article is published. */
  list: string | undefined;
}

function Topics({ topics, list }: TopicsProps) {
  return (
    <nav className="article__topics" aria-label="Topics of this article">
      <ul>
        {topics.map(({ topic, slug }) => (
          <li key={slug}>
            {list === undefined ? (
              topic
            ) : (
              <a href={articleListAddress(list, { topic: slug, page: 1 })}>{topic}</a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
