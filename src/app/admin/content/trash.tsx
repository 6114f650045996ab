import { Button, Stack, Text, Title } from "@mantine/core";
import { findBlock } from "../../../content/block-named.ts";
import { listTrash } from "../../../content/list-trash.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageTitle } from "../../page-title.ts";
import { adminOnly } from "../admin-guard.server.ts";
import { Table } from "../ui/table.tsx";
import type { Route } from "./+types/trash";
import { useContentAction } from "./use-content-action.ts";

export const handle = { breadcrumb: [{ label: "Trash" }] };

export function meta() {
  return pageTitle("Trash");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  return { deleted: await listTrash(servicesOf(context), actor) };
}

/** What was deleted, newest first, and the way back. */
export default function Trash({ loaderData }: Route.ComponentProps) {
  const action = useContentAction();
  const { deleted } = loaderData;
  return (
    <Stack>
      <Title order={1}>Trash</Title>
      {deleted.length === 0 && <Text c="dimmed">Nothing has been deleted.</Text>}
      <Table spacing="xs">
        <tbody>
          {deleted.map((record) => {
            const block = findBlock(record.block);
            return (
              <tr key={record._id}>
                <td>{record.label}</td>
                <td data-quiet>{block?.title}</td>
                <td data-quiet>{record.deletedBy}</td>
                <td data-end>
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => action.send({ intent: "undelete", id: record._id })}
                  >
                    Put back
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Stack>
  );
}
