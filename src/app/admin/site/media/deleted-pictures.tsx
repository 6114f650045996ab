import { Button, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRevalidator } from "react-router";
import { useOnce } from "#app/admin/frame/forms/use-once.ts";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import type { DeletedPicture } from "#media/list-pictures.ts";
import { placesOf } from "#media/picture-file.ts";
import { trashDays } from "#platform/time/trash-retention.ts";
import { restorePicture } from "./media-calls.ts";

interface ShownPicture extends DeletedPicture {
  readonly deleted: string;
  readonly until: string;
}

interface DeletedPicturesProps {
  pictures: readonly ShownPicture[];
}

export function DeletedPictures({ pictures }: DeletedPicturesProps) {
  const { revalidate } = useRevalidator();
  const once = useOnce();
  async function putBack({ _id, name }: ShownPicture) {
    try {
      await restorePicture(_id);
      notifications.show({ message: `${name} was restored` });
    } catch (error) {
      notifications.show({ color: "red", message: (error as Error).message });
    }
    await revalidate();
  }
  const columns: readonly AdminColumn<ShownPicture>[] = [
    { heading: "Picture", cell: (picture) => <Named picture={picture} /> },
    { heading: "Used in", cell: ({ uses }) => placesOf(uses) },
    { heading: "Deleted", cell: ({ deleted }) => deleted },
    { heading: "Deleted for good on", cell: ({ until }) => until },
    {
      heading: "Restore",
      end: true,
      cell: (picture) => (
        <Button
          size="xs"
          variant="default"
          aria-label={`Restore ${picture.name}`}
          onClick={() => once(picture._id, () => putBack(picture))}
        >
          Restore
        </Button>
      ),
    },
  ];
  return (
    <section>
      <Title order={2} mt="md" mb="xs">
        Deleted pictures, kept for {trashDays} days
      </Title>
      <AdminTable
        label="Deleted pictures"
        columns={columns}
        rows={pictures}
        keyOf={({ _id }) => _id}
        empty="No deleted pictures."
      />
    </section>
  );
}

function Named({ picture: { name, alt, width, height } }: { picture: ShownPicture }) {
  return (
    <div style={{ whiteSpace: "normal" }}>
      {name}
      <Text size="xs" c="dimmed">
        {width} × {height} pixels{alt && `, “${alt}”`}
      </Text>
    </div>
  );
}
