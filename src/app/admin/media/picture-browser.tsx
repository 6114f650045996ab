import {
  Alert,
  Box,
  Button,
  FileButton,
  Flex,
  Group,
  Loader,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconSearch, IconUpload } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { PictureFile, PictureFileWithUses } from "../../../media/picture-file.ts";
import { DropZone, pictureTypes } from "./drop-zone.tsx";
import { fetchPicture } from "./media-calls.ts";
import { PictureDetails } from "./picture-details.tsx";
import { PictureGrid } from "./picture-grid.tsx";
import { UploadList } from "./upload-list.tsx";
import { usePictures } from "./use-pictures.ts";
import { useUploads } from "./use-uploads.ts";

interface PictureBrowserProps {
  /** The first page, where the screen brings it along. */
  initial?: readonly PictureFileWithUses[];
  /** The id of the picture that is looked at first. */
  selected?: string | undefined;
  onUse?: (picture: PictureFile) => void;
}

// What a fresh site shows is drawn, and no file of the library.
const nothingUploaded =
  "Nothing uploaded yet. The drawings that the site came with are changed in their own sections.";

/** The library: upload, search, look at, describe, replace and delete pictures. */
export function PictureBrowser({ initial, selected: first, onUse }: PictureBrowserProps) {
  const library = usePictures(initial);
  const { pictures, put, remove } = library;
  const [selected, setSelected] = useState(first);
  const { uploads, add, dismiss } = useUploads((picture) => {
    put(picture);
    // Whoever describes one already is not torn away from it.
    setSelected((already) => already ?? picture._id);
  });
  useWindowEvent("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (!event.defaultPrevented && files.length > 0) add(files);
  });
  const isFirstMissing =
    first !== undefined && pictures?.every(({ _id }) => _id !== first) === true;
  useEffect(() => {
    // Older than the first page, or gone: then nothing is shown of it.
    if (isFirstMissing) fetchPicture(first).then(put, () => {});
  }, [isFirstMissing, first, put]);
  const shown = pictures?.find(({ _id }) => _id === selected);
  return (
    <Stack gap="md">
      <DropZone onFiles={add}>
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            Drop pictures here, paste one, or choose. JPEG, PNG, WebP, AVIF or GIF, up to 15 MB.
          </Text>
          <FileButton accept={pictureTypes} multiple onChange={add}>
            {(button) => (
              <Button leftSection={<IconUpload size={16} aria-hidden />} {...button}>
                Upload pictures
              </Button>
            )}
          </FileButton>
        </Group>
        <UploadList uploads={uploads} onDismiss={dismiss} />
      </DropZone>
      <TextInput
        type="search"
        aria-label="Search pictures"
        placeholder="Search by name or alt text"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={library.search}
        onChange={(event) => library.setSearch(event.currentTarget.value)}
      />
      {library.fault && (
        <Alert color="red">
          {library.fault}{" "}
          <Button size="compact-sm" onClick={library.reload}>
            Try again
          </Button>
        </Alert>
      )}
      <Flex gap="lg" align="stretch" direction={{ base: "column-reverse", md: "row" }}>
        <Box flex="1 1 0" miw={0}>
          {pictures === undefined && !library.fault && <Loader aria-label="Loading" />}
          {pictures?.length === 0 && (
            <Text c="dimmed">
              {library.search === "" ? nothingUploaded : "No picture is called that."}
            </Text>
          )}
          <PictureGrid pictures={pictures ?? []} selected={selected} onSelect={setSelected} />
          {library.hasMore && (
            <Button variant="default" mt="md" onClick={library.loadMore}>
              Show more
            </Button>
          )}
        </Box>
        {shown && (
          <Box w={{ base: "100%", md: 380 }}>
            <PictureDetails
              // What was typed belongs to one version of one picture.
              key={`${shown._id} ${shown.version}`}
              picture={shown}
              onChange={put}
              onDelete={({ _id }) => {
                remove(_id);
                setSelected(undefined);
              }}
              onRestore={library.reload}
              onClose={() => setSelected(undefined)}
              onUse={onUse}
            />
          </Box>
        )}
      </Flex>
    </Stack>
  );
}
