import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { ListedArticle } from "#content/articles/read-articles.server.ts";
import articleEntriesSheet from "./article-entries.css?sheet";
import { Byline } from "./byline.tsx";

interface ArticleEntriesProps {
  articles: readonly ListedArticle[];
  /** True to show the first article large. */
  withLead: boolean;
}

export function ArticleEntries({ articles, withLead }: ArticleEntriesProps) {
  useSheet(articleEntriesSheet);
  return (
    <ol className="entries">
      {articles.map((article, place) => (
        <Entry key={article.id} article={article} isLead={withLead && place === 0} />
      ))}
    </ol>
  );
}

function Entry({ article, isLead }: { article: ListedArticle; isLead: boolean }) {
  const { address, title, summary, picture } = article;
  return (
    <li className={isLead ? "entry entry--lead" : "entry"}>
      <article>
        <h2 className="entry__title">
          <a href={address}>{title}</a>
        </h2>
        <Byline {...article} />
        {summary !== "" && <p className="entry__summary">{summary}</p>}
      </article>
      {picture !== "" && (
        <div className="entry__picture">
          <Picture
            address={picture}
            alt=""
            sizes={isLead ? "(min-width: 60rem) 58vw, 92vw" : "(min-width: 48rem) 22rem, 92vw"}
            priority={isLead}
          />
        </div>
      )}
    </li>
  );
}
