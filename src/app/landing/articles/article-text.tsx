import { FurrowLines } from "#app/ui/drawings/drawings.tsx";
import { Picture } from "#app/ui/pictures/picture.tsx";
import { RichText } from "#app/ui/rich-text/rich-text.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { articleListAddress } from "#content/addresses/article-lists.ts";
import type { Topic } from "#content/articles/topics.ts";
import type { Article } from "#content/blocks/articles.ts";
import { Crumbs } from "../sections/headings.tsx";
import articleTextSheet from "./article-text.css?sheet";
import { Byline } from "./byline.tsx";

interface ArticleTextProps {
  article: Article;
  /** "" for an article that is not published. */
  day: string;
  /** Reading time. */
  minutes: number;
  topics: readonly Topic[];
  /** Address of the list of articles; undefined while no article is published. */
  list: string | undefined;
}

/** An article without its sections: title, picture and text. */
export function ArticleText({ article, day, minutes, topics, list }: ArticleTextProps) {
  useSheet(articleTextSheet);
  const { articleTitle: title, summary, picture, author, body } = article;
  return (
    <article className="article" id="article">
      <header className="article__head grid">
        <FurrowLines />
        <Crumbs crumb={title} above={list === undefined ? undefined : listAbove(list)} />
        <h1 className="article__title">{title}</h1>
        {summary !== "" && <p className="article__summary">{summary}</p>}
        <p className="article__byline">
          <Byline author={author} day={day} minutes={minutes} />
        </p>
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

function Topics({ topics, list }: Pick<ArticleTextProps, "topics" | "list">) {
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
