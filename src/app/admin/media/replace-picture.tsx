import { Button, FileButton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { PictureFile } from "../../../media/picture-file.ts";
import { pictureTypes } from "./drop-zone.tsx";
import { UploadList } from "./upload-list.tsx";
import { useUploads } from "./use-uploads.ts";

interface ReplacePictureProps {
  picture: PictureFile;
  onReplaced: (picture: PictureFile) => void;
}

/** Puts another file at the picture's address: everything that uses it shows the new one. */
export function ReplacePicture({ picture, onReplaced }: ReplacePictureProps) {
  const { uploads, add, dismiss, dismissFailed } = useUploads((replaced) => {
    onReplaced(replaced);
    notifications.show({ message: "Picture is Replaced" });
  }, picture._id);
  const replace = (file: File) => {
    dismissFailed();
    add([file]);
  };
  return (
    <>
      <FileButton accept={pictureTypes} onChange={(file) => file && replace(file)}>
        {(button) => (
          <Button variant="default" {...button}>
            Replace
          </Button>
        )}
      </FileButton>
      {uploads.length > 0 && <UploadList uploads={uploads} onDismiss={dismiss} />}
    </>
  );
}
