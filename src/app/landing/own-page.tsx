import { pages } from "#content/blocks/pages.ts";
import { sectionsIn } from "#content/sections/section.ts";
import { ownPageMeta } from "../document/own-page-meta.ts";
import { readOwnPage } from "../site/own-page.server.ts";
import { usePage } from "../site-layout.tsx";
import { MorePictures } from "../ui/pictures/picture.tsx";
import type { Route } from "./+types/own-page";
import { formAction } from "./kinds/section-form.server.ts";
import { PageSections } from "./page-body.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { page, articles, pictures } = await readOwnPage(context, request, pages);
  return { page, articles, pictures, withoutMenu: page.withoutMenu === "Yes" };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? ownPageMeta({ kind: "page", record: loaderData.page }, matches) : [];
}

export const handle = { shared: true };

export const action = formAction();

export default function OwnPageScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { page, articles, pictures } = loaderData;
  return (
    <MorePictures value={pictures}>
      <PageSections
        {...usePage()}
        form={actionData}
        articles={articles}
        sections={sectionsIn(page.sections)}
        title={page.pageTitle}
        editedAs={page._id}
      />
    </MorePictures>
  );
}
