import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { listDrafts } from "../../../content/drafts/list-drafts.ts";
import { findBlock } from "../../../content/model/block-named.ts";
import { editPathOf } from "../../../content/model/record-paths.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageTitle } from "../../document/page-title.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { Table } from "../ui/table.tsx";
import type { Route } from "./+types/drafts";
import { PublishAll } from "./publish-all.tsx";
import { useContentAction } from "./use-content-action.ts";

export const handle = { breadcrumb: [{ label: "Drafts" }] };

export function meta() {
  return pageTitle("Drafts");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  return { drafts: await listDrafts(servicesOf(context), actor) };
}

/** Everything that is saved and not published: to look at on the site, and to publish in one go. */
export default function Drafts({ loaderData }: Route.ComponentProps) {
  const action = useContentAction();
  const { drafts } = loaderData;
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1}>Drafts</Title>
        {drafts.length > 0 && (
          <Group>
            <Button component="a" href="/admin/view-site?as=drafts" variant="default">
              See the site with all drafts
            </Button>
            <PublishAll
              drafts={drafts}
              isSending={action.isSending}
              onPublish={() => action.send({ intent: "publish-all" })}
            />
          </Group>
        )}
      </Group>
      {drafts.length === 0 && (
        <Text c="dimmed">There are none: what is saved is what visitors see.</Text>
      )}
      <Table spacing="xs">
        <tbody>
          {drafts.map((draft) => {
            const block = findBlock(draft.block);
            if (block === undefined) return null;
            return (
              <tr key={draft._id}>
                <td>
                  <Anchor component={Link} to={editPathOf(block, draft._id)}>
                    {draft.label}
                  </Anchor>
                </td>
                <td data-quiet>{block.title}</td>
                <td data-quiet>{draft.draft?.author}</td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Stack>
  );
}
