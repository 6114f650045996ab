import { articles } from "#content/blocks/articles.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import { sectionsIn } from "#content/sections/section.ts";
import { ownPageMeta } from "../document/own-page-meta.ts";
import { readOwnPage } from "../site/own-page.server.ts";
import { usePage } from "../site-layout.tsx";
import { MorePictures } from "../ui/pictures/picture.tsx";
import { RichText } from "../ui/rich-text/rich-text.tsx";
import type { Route } from "./+types/article-page";
import { formAction } from "./kinds/section-form.server.ts";
import { PageSections } from "./page-body.tsx";
import { PageHeader } from "./sections/headings.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { page: article, pictures } = await readOwnPage(context, request, articles);
  return { article, pictures };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? ownPageMeta({ kind: "article", record: loaderData.article }, matches) : [];
}

export const handle = { shared: true };

export const action = formAction();

export default function ArticlePage({ loaderData, actionData }: Route.ComponentProps) {
  const { article, pictures } = loaderData;
  return (
    <MorePictures value={pictures}>
      <article>
        <PageHeader
          title={article.articleTitle}
          crumb={article.articleTitle}
          text={article.summary}
        />
        <div className="grid">
          <RichText value={article.body} />
        </div>
      </article>
      <PageSections
        {...usePage()}
        form={actionData}
        sections={sectionsIn(article.sections)}
        title=""
        hasTitle
        screen={editPathOf(articles, article._id)}
      />
    </MorePictures>
  );
}
