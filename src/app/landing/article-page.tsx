import {
  articlesOnTopics,
  findListedArticle,
  type Neighbours,
  neighboursOf,
} from "#content/articles/read-articles.server.ts";
import { topicsIn } from "#content/articles/topics.ts";
import { articles as articleBlock } from "#content/blocks/articles.ts";
import { sectionsIn } from "#content/sections/section.ts";
import { servicesOf } from "../app-context.server.ts";
import { ownPageMeta } from "../document/own-page-meta.ts";
import { readOwnPage } from "../site/own-page.server.ts";
import { usePage } from "../site-layout.tsx";
import { MorePictures } from "../ui/pictures/picture.tsx";
import type { Route } from "./+types/article-page";
import { ArticleText } from "./articles/article-text.tsx";
import { FurtherArticles } from "./articles/further-articles.tsx";
import { formAction } from "./kinds/section-form.server.ts";
import { PageSections } from "./page-body.tsx";

const mostOnTopic = 3;
const noNeighbours: Neighbours = { earlier: undefined, later: undefined };

export async function loader({ context, request }: Route.LoaderArgs) {
  const found = await readOwnPage(context, request, articleBlock);
  const { page: article, articles, pictures } = found;
  const { read } = servicesOf(context).database;
  const listed = await findListedArticle(read, article._id);
  const topics = topicsIn(article.topics);
  const [neighbours, onTopics] = await Promise.all([
    listed === undefined ? noNeighbours : neighboursOf(read, listed),
    articlesOnTopics(read, { id: article._id, topics }, mostOnTopic),
  ]);
  return {
    article,
    articles,
    pictures,
    neighbours,
    onTopics,
    publishedOn: listed?.day ?? "",
    times: { publishedAt: listed?.publishedAt ?? null, updatedAt: listed?.updatedAt },
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { article: record, times } = loaderData;
  return ownPageMeta({ kind: "article", record, ...times }, matches);
}

export const handle = { shared: true };

export const action = formAction();

export default function ArticlePage({ loaderData, actionData }: Route.ComponentProps) {
  const { article, articles, pictures, publishedOn, neighbours, onTopics } = loaderData;
  const page = usePage();
  return (
    <MorePictures value={pictures}>
      <ArticleText values={article} site={page.site} publishedOn={publishedOn} />
      <PageSections
        {...page}
        form={actionData}
        articles={articles}
        sections={sectionsIn(article.sections)}
        title=""
        hasTitle
        editedAs={article._id}
      />
      <FurtherArticles {...neighbours} onTopics={onTopics} />
    </MorePictures>
  );
}
