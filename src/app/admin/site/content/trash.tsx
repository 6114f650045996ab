import { Badge, Button, Stack, Text, Title } from "@mantine/core";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { listTrash } from "#content/history/trash.ts";
import { findBlock } from "#content/model/blocks.ts";
import { listDeletedPictures } from "#media/list-pictures.ts";
import { pictureIdsIn } from "#media/picture-file.ts";
import { minuteOf } from "#platform/time/dates.ts";
import { trashDays } from "#platform/time/trash-retention.ts";
import { may } from "#policy/rights.ts";
import { DeletedPictures } from "../media/deleted-pictures.tsx";
import type { Route } from "./+types/trash";
import { listTrashItems, restoreTrashItem } from "./trash-items.server.ts";
import { TrashItems } from "./trash-items.tsx";
import { useContentAction } from "./use-content-action.ts";

export const handle = { breadcrumb: [{ label: "Trash" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Trash", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const when = (at: string) => minuteOf(Date.parse(at), reader);
  const editsContent = may(actor, "edit content");
  const pictures = editsContent ? await listDeletedPictures(services.media, actor) : [];
  const [records, others] = await Promise.all([
    editsContent ? listTrash(services, actor) : [],
    listTrashItems(services, actor, reader),
  ]);
  return {
    pictures: pictures.map((picture) => ({
      ...picture,
      deleted: when(picture.deletedAt),
      until: when(picture.keptUntil),
    })),
    records: records.map((record) => {
      const shown = new Set(pictureIdsIn(JSON.stringify(record.values)));
      return {
        ...record,
        deleted: when(record.deletedAt),
        lacks: pictures.filter(({ _id }) => shown.has(_id)).map(({ name }) => name),
      };
    }),
    others,
  };
}

const empty = {
  title: "The trash is empty",
  why: `Content, pictures, messages, subscribers and notes that you delete come here, and one click restores them. Content stays in the trash; everything else is deleted for good after ${trashDays} days.`,
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  return { said: await restoreTrashItem(servicesOf(context), actor, await readForm(request)) };
}

type DeletedRecord = Route.ComponentProps["loaderData"]["records"][number];

export default function Trash({ loaderData }: Route.ComponentProps) {
  const action = useContentAction();
  const { records, pictures, others } = loaderData;
  const columns: readonly AdminColumn<DeletedRecord>[] = [
    { heading: "What", cell: (record) => <WhatItWas record={record} /> },
    { heading: "Part of", cell: ({ block }) => findBlock(block)?.title },
    { heading: "Deleted", cell: ({ deleted }) => deleted },
    { heading: "By", cell: ({ deletedBy }) => deletedBy },
    {
      heading: "Restore",
      end: true,
      cell: ({ _id, label }) => (
        <Button
          size="xs"
          variant="default"
          aria-label={`Restore ${label}`}
          onClick={() => action.send({ intent: "undelete", id: _id })}
        >
          Restore
        </Button>
      ),
    },
  ];
  if (records.length + pictures.length + others.length === 0) {
    return (
      <Stack gap="lg">
        <Title order={1}>Trash</Title>
        <EmptyList {...empty} />
      </Stack>
    );
  }
  return (
    <Stack>
      <Title order={1}>Trash</Title>
      <Title order={2}>Deleted content</Title>
      <AdminTable
        label="Deleted content"
        columns={columns}
        rows={records}
        keyOf={({ _id }) => _id}
        empty="No deleted content."
      />
      <DeletedPictures pictures={pictures} />
      <TrashItems items={others} />
    </Stack>
  );
}

function WhatItWas({ record: { label, published, lacks } }: { record: DeletedRecord }) {
  return (
    <div style={{ whiteSpace: "normal" }}>
      {label}{" "}
      <Badge size="sm" variant="light" color={published === null ? "yellow" : "gray"}>
        {published === null ? "Draft" : "Published"}
      </Badge>
      {lacks.length > 0 && (
        <Text size="xs" c="dimmed">
          Uses {lacks.join(", ")}, also in the trash. Restore{" "}
          {lacks.length === 1 ? "this picture" : "these pictures"} first.
        </Text>
      )}
    </div>
  );
}
