import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { ArticleEntry } from "#content/articles/article-entry.ts";
import { slugOf } from "#content/articles/topics.ts";
import { choice, text } from "#content/model/fields.ts";
import articleEntriesSheet from "../articles/article-entries.css?sheet";
import { Byline } from "../articles/byline.tsx";
import { defineSection, type SectionProps } from "./define-section.ts";
import { Ground, groundField } from "./ground.tsx";
import { DrawnHeading, DrawnPicture, DrawnText, KindDrawing } from "./kind-drawing.tsx";
import newestArticlesSheet from "./newest-articles.css?sheet";
import { ItemTitle, levelBelow, SectionWords, wordFields } from "./section-words.tsx";

const fields = {
  ...wordFields,
  most: choice("Number of articles", ["3", "4", "6"], { byDefault: "3" }),
  topic: text("Topic", {
    maxLength: 60,
    optional: true,
    help: "Shows only articles with this topic. Without one, the section shows the newest of all.",
  }),
  ground: groundField,
};

export const newestArticles = defineSection({
  name: "newestArticles",
  title: "Newest articles",
  group: "Lists",
  note: "Your newest articles, with picture and summary. It is not shown while there is none.",
  labelField: "heading",
  headingField: "heading",
  reads: "newestArticles",
  fields,
  example: {
    line: "From our notebook",
    heading: "What we wrote lately",
    details: "",
    most: "3",
    topic: "",
    ground: "Straw",
  },
  drawing: (
    <KindDrawing>
      <DrawnPicture x={6} y={8} width={44} height={30} />
      <DrawnHeading x={6} y={45} width={36} />
      <DrawnText x={6} y={53} width={44} lines={1} />
      {[10, 36].map((y) => (
        <g key={y}>
          <DrawnHeading x={58} y={y} width={26} />
          <DrawnText x={58} y={y + 7} width={32} lines={3} />
        </g>
      ))}
    </KindDrawing>
  ),
  isEmpty: (props) => articlesIn(props).length === 0,
  Component: NewestArticles,
});

function articlesIn({
  values: { topic, most },
  articles = [],
}: Pick<SectionProps<typeof fields>, "values" | "articles">): readonly ArticleEntry[] {
  const slug = slugOf(topic);
  return articles
    .filter(({ topics }) => slug === "" || topics.some((each) => slugOf(each) === slug))
    .slice(0, Number(most) || 3);
}

function NewestArticles(props: SectionProps<typeof fields>) {
  useSheet(articleEntriesSheet, newestArticlesSheet);
  const { id, values, isTitle } = props;
  const { heading, ground } = values;
  const shown = articlesIn(props);
  if (shown.length === 0) return null;
  return (
    <Ground id={id} ground={ground} className="newest">
      <SectionWords values={values} isTitle={isTitle} />
      <ul className="newest__articles">
        {shown.map((article) => (
          <li className="newest__article" key={article.address}>
            <Entry article={article} level={levelBelow(heading, isTitle)} />
          </li>
        ))}
      </ul>
    </Ground>
  );
}

function Entry({ article, level }: { article: ArticleEntry; level: 2 | 3 }) {
  const { address, title, summary, picture } = article;
  return (
    <article>
      {picture !== "" && (
        <div className="newest__picture">
          <Picture address={picture} alt="" sizes="(max-width: 60rem) 92vw, 46vw" />
        </div>
      )}
      <ItemTitle level={level} className="entry__title">
        <a href={address}>{title}</a>
      </ItemTitle>
      <Byline {...article} />
      {summary !== "" && <p className="newest__summary">{summary}</p>}
    </article>
  );
}
