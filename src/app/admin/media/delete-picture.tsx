import { Button, Group, Popover, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import {
  keptDays,
  type PictureFile,
  type PictureFileWithUses,
} from "../../../media/picture-file.ts";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";
import { deletePicture, restorePicture } from "./media-calls.ts";
import { placesOf } from "./places-of.ts";

interface DeletePictureProps {
  picture: PictureFileWithUses;
  onDeleted: (picture: PictureFile) => void;
  /** Called after Undo in the toast, which may be much later. */
  onRestored: () => void;
}

/** Asks for confirmation, explains why a used picture cannot be deleted, and offers to undo. */
export function DeletePicture({ picture, onDeleted, onRestored }: DeletePictureProps) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [fault, setFault] = useState<string | null>(null);
  const isUsed = picture.uses.some(({ isInTrash }) => !isInTrash);
  const inTrash = placesOf(picture.uses.filter((use) => use.isInTrash));

  async function remove() {
    try {
      await deletePicture(picture._id);
    } catch (error) {
      setFault((error as Error).message);
      return;
    }
    close();
    onDeleted(picture);
    notifyWithUndo("Picture is Deleted", undo);
  }

  async function undo() {
    try {
      await restorePicture(picture._id);
      onRestored();
    } catch (error) {
      notifications.show({ color: "red", message: (error as Error).message });
    }
  }

  return (
    <Popover opened={opened} onClose={close} trapFocus withArrow shadow="md" width={260}>
      <Popover.Target>
        <Button variant="subtle" color="red" onClick={toggle}>
          Delete
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" mb="xs">
          {fault ??
            (isUsed
              ? "This picture is in use. Replace it in these places before you delete it."
              : `Delete this picture? You can restore it from the trash for ${keptDays} days.`)}
          {!isUsed &&
            inTrash !== "" &&
            ` ${inTrash} is in the trash and would be restored without this picture.`}
        </Text>
        <Group gap="xs">
          <Button size="xs" color="red" onClick={remove} disabled={isUsed}>
            Delete picture
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            Keep it
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
