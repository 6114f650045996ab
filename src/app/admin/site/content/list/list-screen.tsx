import { Anchor, Stack, Title } from "@mantine/core";
import { data } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import type { RouteHandle } from "#app/root.tsx";
import { listForEditing } from "#content/drafts/editable-record.ts";
import { listScreens } from "#content/model/screens.ts";
import { localPathOr } from "#platform/texts/local-path.ts";
import { may } from "#policy/rights.ts";
import { contentCrumb, crumbsAbove } from "../content-crumbs.ts";
import { readPreviewSite } from "../preview/preview-site.server.ts";
import type { Route } from "./+types/list-screen";
import { CollectionEditor } from "./collection-editor.tsx";
import { type LetterPart, LetterTable } from "./letter-table.tsx";
import { lettersOff } from "./letters-off.server.ts";
import { SingletonEditor } from "./singleton-editor.tsx";

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(loaderData?.title ?? "Content", matches);
}

export const handle: RouteHandle = {
  breadcrumb(data) {
    if (!data) return [contentCrumb];
    const { title, path } = data as Route.ComponentProps["loaderData"];
    return [...crumbsAbove(path), { label: title }];
  },
};

/** Serves every list screen of the specification. The route selects the blocks. */
export async function loader({ request, url, pattern, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const path = `/${pattern}`;
  const screen = listScreens.find((candidate) => candidate.path === path);
  if (screen === undefined) throw data(null, { status: 404 });
  const services = servicesOf(context);
  return {
    back: localPathOr(url.searchParams.get("back"), ""),
    path,
    title: screen.title,
    preview: await readPreviewSite(services),
    off: await lettersOff(services.database.read),
    maySet: may(actor, "change settings"),
    parts: await Promise.all(
      screen.blocks.map(async (block) => ({
        block,
        records: await listForEditing(services, actor, block),
      })),
    ),
  };
}

/** A template of an automatic email that exists, so that it needs no form to add it. */
function isLetter({ block, records }: LetterPart): boolean {
  return block.shownAs === "letter" && block.shape === "singleton" && records.length === 1;
}

export default function ListScreenPage({ loaderData }: Route.ComponentProps) {
  const { title, parts, preview, back, off, maySet } = loaderData;
  return (
    <Stack gap="xl">
      {back !== "" && <Anchor href={back}>Back to the site</Anchor>}
      <Title order={1}>{title}</Title>
      {[...Map.groupBy(parts, ({ block }) => block.screens.group)].map(([group, grouped]) => (
        <Stack key={group ?? ""} gap={group === undefined ? "xl" : "sm"}>
          {group !== undefined && (
            <Title order={2} size="h3">
              {group}
            </Title>
          )}
          {grouped.every(isLetter) ? (
            <LetterTable letters={grouped} off={off} maySet={maySet} />
          ) : (
            grouped.map(({ block, records }) =>
              block.shape === "singleton" ? (
                <SingletonEditor
                  key={block.name}
                  block={block}
                  record={records[0]}
                  preview={preview}
                />
              ) : (
                <CollectionEditor
                  key={block.name}
                  block={block}
                  records={records}
                  preview={preview}
                  isAlone={parts.length === 1 && block.title === title}
                />
              ),
            )
          )}
        </Stack>
      ))}
    </Stack>
  );
}
