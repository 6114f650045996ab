import { Button, FileButton, Group, Popover, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import {
  keptDays,
  type PictureFile,
  type PictureFileWithUses,
} from "../../../media/picture-file.ts";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";
import { pictureTypes } from "./drop-zone.tsx";
import { putFileBack } from "./media-calls.ts";
import { placesOf } from "./places-of.ts";
import { UploadList } from "./upload-list.tsx";
import { useUploads } from "./use-uploads.ts";

interface ReplacePictureProps {
  picture: PictureFileWithUses;
  /** Called after a replacement and after Undo in the toast, which may be much later. */
  onReplaced: (picture: PictureFile) => void;
}

/** Replaces the file of a picture after showing its uses; can be undone. */
export function ReplacePicture({ picture, onReplaced }: ReplacePictureProps) {
  const [asksAbout, setAsksAbout] = useState<File | null>(null);
  const { uploads, add, dismiss, dismissFailed } = useUploads((replaced) => {
    onReplaced(replaced);
    if (replaced.version === picture.version) {
      notifications.show({ message: "This is the same file, so nothing was replaced" });
    } else notifyWithUndo("Picture is Replaced", undo);
  }, picture._id);
  const places = placesOf(picture.uses.filter(({ isInTrash }) => !isInTrash));

  async function undo() {
    try {
      onReplaced(await putFileBack(picture._id, picture.version));
      notifications.show({ message: "The previous picture was restored" });
    } catch (error) {
      notifications.show({ color: "red", message: (error as Error).message });
    }
  }

  const close = () => setAsksAbout(null);
  const replace = (file: File) => {
    close();
    dismissFailed();
    add([file]);
  };
  return (
    <>
      <Popover
        opened={asksAbout !== null}
        onClose={close}
        trapFocus
        withArrow
        shadow="md"
        width={280}
        // The roles would be on the group, which is not interactive.
        withRoles={false}
      >
        <Popover.Target>
          {/* A group, because the file button passes its own ref on. */}
          <Group>
            <FileButton
              accept={pictureTypes}
              onChange={(file) => {
                if (file === null) return;
                if (places === "") replace(file);
                else setAsksAbout(file);
              }}
            >
              {(button) => (
                <Button variant="default" {...button}>
                  Replace
                </Button>
              )}
            </FileButton>
          </Group>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label="Replace picture">
          <Text size="sm" mb="xs" style={{ overflowWrap: "anywhere" }}>
            Used in {places}: replace it there with {asksAbout?.name}? Visitors will see it at once.
            The current file is kept for {keptDays} days.
          </Text>
          <Group gap="xs">
            <Button size="xs" onClick={() => asksAbout && replace(asksAbout)}>
              Replace picture
            </Button>
            <Button size="xs" variant="default" onClick={close}>
              Leave it
            </Button>
          </Group>
        </Popover.Dropdown>
      </Popover>
      {uploads.length > 0 && <UploadList uploads={uploads} onDismiss={dismiss} />}
    </>
  );
}
