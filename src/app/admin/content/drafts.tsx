import { Anchor, Button, Group, List, Popover, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "react-router";
import type { EditableRecord } from "../../../content/drafts/editable-record.ts";
import { listDrafts } from "../../../content/drafts/save-draft.ts";
import { findBlock } from "../../../content/model/blocks.ts";
import { editPathOf } from "../../../content/model/record-paths.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageTitle } from "../../document/page-meta.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { Table } from "../ui/table.tsx";
import type { Route } from "./+types/drafts";
import { useContentAction } from "./use-content-action.ts";

interface PublishAllProps {
  drafts: readonly EditableRecord[];
  isSending: boolean;
  onPublish: () => void;
}

/** Maximum number of drafts named in the confirmation. */
const namedDrafts = 8;

/** Asks for confirmation and lists the drafts, because all of them are published at once. */
function PublishAll({ drafts, isSending, onPublish }: PublishAllProps) {
  const [asks, { open, close }] = useDisclosure(false);
  const more = drafts.length - namedDrafts;
  return (
    <Popover opened={asks} onClose={close} trapFocus withArrow shadow="md" width={300}>
      <Popover.Target>
        <Button loading={isSending} onClick={open}>
          Publish all
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">
          {drafts.length === 1 ? "Publish 1 draft?" : `Publish ${drafts.length} drafts?`} Visitors
          will see these changes at once:
        </Text>
        <List size="sm" my="xs" style={{ overflowWrap: "anywhere" }}>
          {drafts.slice(0, namedDrafts).map((draft) => (
            <List.Item key={draft._id}>{nameOf(draft)}</List.Item>
          ))}
          {more > 0 && <List.Item>and {more} more</List.Item>}
        </List>
        <Group gap="xs">
          <Button
            size="xs"
            onClick={() => {
              close();
              onPublish();
            }}
          >
            {drafts.length === 1 ? "Publish it" : "Publish them"}
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            Not yet
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

function nameOf({ block, label }: EditableRecord): string {
  const title = findBlock(block)?.title ?? block;
  return title === label ? title : `${title}: ${label}`;
}

export const handle = { breadcrumb: [{ label: "Drafts" }] };

export function meta() {
  return pageTitle("Drafts");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  return { drafts: await listDrafts(servicesOf(context), actor) };
}

/** All drafts: preview them on the site and publish them together. */
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
              Preview the site with all drafts
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
        <Text c="dimmed">No drafts. Visitors see everything you have saved.</Text>
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
