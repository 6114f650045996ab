import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { ListedArticle } from "#content/articles/read-articles.server.ts";
import { Byline } from "./byline.tsx";
import furtherArticlesSheet from "./further-articles.css?sheet";

interface FurtherArticlesProps {
  earlier: ListedArticle | undefined;
  later: ListedArticle | undefined;
  /** Other articles with a topic of the article. */
  onTopics: readonly ListedArticle[];
}

/** Where a reader can go on after an article; nothing for the only one. */
export function FurtherArticles({ earlier, later, onTopics }: FurtherArticlesProps) {
  useSheet(furtherArticlesSheet);
  if (earlier === undefined && later === undefined && onTopics.length === 0) return null;
  return (
    <aside className="further grid" aria-label="Further articles">
      {onTopics.length > 0 && (
        <section>
          <h2 className="further__heading">More on this topic</h2>
          <ul className="further__articles">
            {onTopics.map((article) => (
              <li key={article.id}>
                <a href={article.address}>{article.title}</a>
                <Byline {...article} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {(earlier ?? later) !== undefined && (
        <nav className="further__neighbours" aria-label="Articles before and after this one">
          {earlier && (
            <p>
              <span>Before this one</span>
              <a href={earlier.address} rel="prev">
                {earlier.title}
              </a>
            </p>
          )}
          {later && (
            <p className="further__later">
              <span>After this one</span>
              <a href={later.address} rel="next">
                {later.title}
              </a>
            </p>
          )}
        </nav>
      )}
    </aside>
  );
}
