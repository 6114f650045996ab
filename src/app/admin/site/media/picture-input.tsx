import { Button, Group, Image, Input, Stack } from "@mantine/core";
import { useDisclosure, useId } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useState } from "react";
import { ChooseFile } from "#app/admin/frame/ui/choose-file.tsx";
import { IconLibraryPhoto } from "#app/ui/icons/icon-library-photo.ts";
import { IconPhotoOff } from "#app/ui/icons/icon-photo-off.ts";
import { IconUpload } from "#app/ui/icons/icon-upload.ts";
import type { PictureFile } from "#media/picture-file.ts";
import { DropZone, pictureTypes, UploadList, useUploads } from "./uploads.tsx";

const PictureChooser = lazy(() => import("./picture-chooser.tsx"));

interface PictureInputProps {
  /** Name of the form field, whose value is the address of the picture. */
  name: string;
  label: string;
  value: string;
  onChange: (address: string) => void;
  /** Called when an uploaded picture is chosen, so that the preview can show it. */
  onPicture?: (picture: PictureFile) => void;
  description?: string;
  error?: string | undefined;
  required?: boolean;
  /** Called when an upload begins, and when the last upload has ended. */
  onUploading?: ((isUploading: boolean) => void) | undefined;
}

/** Takes an upload by file dialog, drop or paste, a picture of the library, or a typed address. */
export function PictureInput(props: PictureInputProps) {
  const { name, label, value, onChange, onPicture, description, error, required, onUploading } =
    props;
  const id = useId();
  const [opened, { open, close }] = useDisclosure(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
  const use = (picture: PictureFile) => {
    onChange(picture.address);
    onPicture?.(picture);
    close();
    // The chosen picture replaces a failed upload, so the error of the upload is no longer
    // relevant.
    uploading.dismissFailed();
  };
  const uploading = useUploads(use);
  const { uploads, dismiss } = uploading;
  const isUploading = uploads.some((each) => each.error === undefined);
  useEffect(() => {
    if (!isUploading) return;
    onUploading?.(true);
    return () => onUploading?.(false);
  }, [isUploading, onUploading]);
  const upload = (file: File) => {
    uploading.dismissFailed();
    uploading.add([file]);
  };
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      {...(required && { withAsterisk: true })}
    >
      <DropZone onFiles={(files) => files.slice(0, 1).forEach(upload)} mt={4}>
        <Group align="start" wrap="nowrap">
          <CurrentPicture key={value} address={value} />
          <Stack gap="xs" flex={1} miw={0}>
            <Input
              id={id}
              name={name}
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
              placeholder="/media/… or https://…"
              error={error !== undefined}
            />
            <Group gap="xs">
              <ChooseFile accept={pictureTypes} onChange={(file) => file && upload(file)}>
                {(button) => (
                  <Button
                    variant="default"
                    size="xs"
                    leftSection={<IconUpload size={14} aria-hidden />}
                    {...button}
                  >
                    Upload picture
                  </Button>
                )}
              </ChooseFile>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconLibraryPhoto size={14} aria-hidden />}
                onClick={open}
              >
                Choose from library
              </Button>
            </Group>
          </Stack>
        </Group>
        <UploadList uploads={uploads} onDismiss={dismiss} />
      </DropZone>
      {wasOpened && (
        <Suspense>
          <PictureChooser label={label} value={value} opened={opened} onClose={close} onUse={use} />
        </Suspense>
      )}
    </Input.Wrapper>
  );
}

function CurrentPicture({ address }: { address: string }) {
  const [isBroken, setIsBroken] = useState(false);
  const size = { w: 96, h: 72, flex: "none" } as const;
  if (address === "" || isBroken) {
    return (
      <Group {...size} justify="center" bg="var(--mantine-color-default-hover)" c="dimmed">
        <IconPhotoOff aria-label={address === "" ? "No picture" : "This picture does not exist"} />
      </Group>
    );
  }
  return <Image {...size} src={address} alt="" fit="contain" onError={() => setIsBroken(true)} />;
}
