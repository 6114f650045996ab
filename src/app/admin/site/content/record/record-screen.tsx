import { Badge, Group, Stack, Tabs, Title } from "@mantine/core";
import { data, useNavigate } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import type { RouteHandle } from "#app/root.tsx";
import { findForEditing } from "#content/drafts/editable-record.ts";
import { listHistory } from "#content/history/history.ts";
import type { Block } from "#content/model/define.ts";
import { listPathOf } from "#content/model/record-paths.ts";
import { editScreens, listScreens } from "#content/model/screens.ts";
import { pictureNamesFor } from "#media/picture-facts.server.ts";
import { localPathOr } from "#platform/texts/local-path.ts";
import { minuteOf } from "#platform/time/dates.ts";
import { contentCrumb, crumbsAbove } from "../content-crumbs.ts";
import { readPreviewSite } from "../preview/preview-site.server.ts";
import { titleOfForm } from "../title-of-form.ts";
import type { Route } from "./+types/record-screen";
import { RecordEditor } from "./record-editor.tsx";
import { RecordHistory } from "./record-history.tsx";

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(loaderData ? `Update ${titleOfForm(loaderData.block)}` : "Edit", matches);
}

export const handle: RouteHandle = {
  breadcrumb(data) {
    if (!data) return [contentCrumb, { label: "Edit" }];
    const { section } = data as Route.ComponentProps["loaderData"];
    return [...crumbsAbove(section.path), section, { label: "Edit" }];
  },
};

/** Serves every edit screen. The route selects the block, however its address is spelled. */
export async function loader({ request, url, pattern, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const screens = editScreens.filter(({ path }) => `${path}/:recordId` === `/${pattern}`);
  for (const { block } of screens) {
    const record = await findForEditing(services, actor, block, params.recordId ?? "");
    if (record === undefined) continue;
    const history = await listHistory(services, actor, { recordId: record._id });
    const reader = await dateReader(services, request);
    return {
      block,
      record,
      section: sectionOf(block),
      preview: await readPreviewSite(services),
      pictureNames: await pictureNamesFor(services.database.read, history),
      history: history.map((entry) => ({
        ...entry,
        when: minuteOf(Date.parse(entry.at), reader),
      })),
      // An admin who came from the public site returns to the site after saving.
      back: localPathOr(url.searchParams.get("back"), ""),
    };
  }
  throw data(null, { status: 404 });
}

function sectionOf(block: Block): { label: string; path: string } {
  const path = listPathOf(block);
  return { path, label: listScreens.find((screen) => screen.path === path)?.title ?? block.title };
}

export default function RecordScreen({ loaderData }: Route.ComponentProps) {
  const { block, record, preview, history, pictureNames, back } = loaderData;
  const navigate = useNavigate();
  return (
    <Stack gap="lg">
      <Group>
        <Title order={1}>Update {titleOfForm(block)}</Title>
        {record.draft && <Badge color="yellow">Draft</Badge>}
        {record.isDemonstration && (
          <Badge color="gray" variant="light">
            Demonstration
          </Badge>
        )}
      </Group>
      <Tabs defaultValue="edit" keepMounted>
        <Tabs.List mb="md">
          <Tabs.Tab value="edit">Edit</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="edit">
          <RecordEditor
            key={record._id}
            block={block}
            record={record}
            preview={preview}
            onSaved={() => {
              if (back !== "") location.assign(back);
              else if (block.shape === "collection") navigate(listPathOf(block));
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <RecordHistory
            block={block}
            recordId={record._id}
            entries={history}
            pictureNames={pictureNames}
          />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
