import { Button, Group, Paper, Stack, Title } from "@mantine/core";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { listDrafts } from "#content/drafts/save-draft.ts";
import type { Route } from "./+types/drafts";
import { ChangesList } from "./changes-list.tsx";

export const handle = { breadcrumb: [{ label: "Drafts" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Drafts", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  return { drafts: await listDrafts(servicesOf(context), actor) };
}

const empty = {
  title: "Everything is published",
  why: "Changes that you save as drafts appear here. You can preview and publish all of them together.",
  todo: { label: "Edit the site", path: "/admin/site" },
};

export default function Drafts({ loaderData: { drafts } }: Route.ComponentProps) {
  const isWaiting = drafts.length > 0;
  return (
    <Stack maw={720}>
      <Group justify="space-between">
        <Title order={1}>Drafts</Title>
        {isWaiting && (
          <Button component="a" href="/admin/view-site?as=drafts" variant="default">
            Preview the site with all drafts
          </Button>
        )}
      </Group>
      <Paper {...(isWaiting ? { withBorder: true, p: "md" } : { bg: "transparent" })}>
        <ChangesList drafts={drafts} empty={<EmptyList {...empty} />} />
      </Paper>
    </Stack>
  );
}
