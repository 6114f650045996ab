import {
  Alert,
  AspectRatio,
  Badge,
  Box,
  Button,
  Card,
  Flex,
  Group,
  Image,
  Loader,
  Progress,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useDebouncedValue, useWindowEvent } from "@mantine/hooks";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { ChooseFile } from "#app/admin/frame/ui/choose-file.tsx";
import { IconSearch } from "#app/ui/icons/icon-search.ts";
import { IconUpload } from "#app/ui/icons/icon-upload.ts";
import {
  type PictureFile,
  type PictureFileWithUses,
  variantAddress,
  widthsOf,
} from "#media/picture-file.ts";
import { fetchPicture, fetchPictures, picturesPerPage } from "./media-calls.ts";
import { DropZone, pictureTypes, UploadList, useUploads } from "./uploads.tsx";

const PictureDetails = lazy(() => import("./picture-details.tsx"));

interface PictureGridProps {
  pictures: readonly PictureFileWithUses[];
  selected: string | undefined;
  onSelect: (id: string) => void;
}

function PictureGrid({ pictures, selected, onSelect }: PictureGridProps) {
  return (
    <SimpleGrid type="container" cols={{ base: 2, "30rem": 3, "48rem": 4 }} spacing="sm">
      {pictures.map((picture) => (
        <Card
          key={picture._id}
          component="button"
          type="button"
          withBorder
          padding="xs"
          ta="start"
          bd={
            selected === picture._id ? "2px solid var(--mantine-primary-color-filled)" : undefined
          }
          aria-pressed={selected === picture._id}
          onClick={() => onSelect(picture._id)}
        >
          <Card.Section>
            <AspectRatio ratio={4 / 3} bg={picture.dominantColour}>
              <Image src={thumbnail(picture)} alt={picture.alt} fit="contain" loading="lazy" />
            </AspectRatio>
          </Card.Section>
          <Text size="sm" truncate mt={6}>
            {picture.name}
          </Text>
          <State picture={picture} />
        </Card>
      ))}
    </SimpleGrid>
  );
}

function State({ picture }: { picture: PictureFileWithUses }) {
  const { state, progress } = picture;
  const uses = picture.uses.filter(({ isInTrash }) => !isInTrash);
  if (state === "encoding") {
    return <Progress value={progress * 100} mt={6} aria-label="Processing" animated />;
  }
  if (uses.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        Not used
      </Text>
    );
  }
  const places = [...new Set(uses.map(({ place }) => place))].join(", ");
  return (
    <Badge variant="light" size="sm" maw="100%" title={places}>
      {places}
    </Badge>
  );
}

function thumbnail(picture: PictureFileWithUses): string {
  const widths = picture.state === "ready" ? widthsOf(picture.width) : [];
  return variantAddress(picture, { width: widths[0] ?? picture.width, format: "webp" });
}

interface PictureBrowserProps {
  /** The first page, if the route has loaded it already. */
  initial?: readonly PictureFileWithUses[];
  selected?: string | undefined;
  onUse?: (picture: PictureFile) => void;
}

// The pictures of a new site are built in, so its library is empty.
const nothingUploaded = {
  title: "No pictures uploaded yet",
  why: "Pictures that you upload appear here, ready for every section of the site. To replace the drawings that the site came with, edit the sections that show them.",
};

export function PictureBrowser({ initial, selected: first, onUse }: PictureBrowserProps) {
  const library = usePictures(initial);
  const { pictures, put, remove } = library;
  const [selected, setSelected] = useState(first);
  const { uploads, add, dismiss } = useUploads((picture) => {
    put(picture);
    // If a picture is already selected, the upload does not change the selection.
    setSelected((already) => already ?? picture._id);
  });
  useWindowEvent("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (!event.defaultPrevented && files.length > 0) add(files);
  });
  const isFirstMissing =
    first !== undefined && pictures?.every(({ _id }) => _id !== first) === true;
  useEffect(() => {
    // The selected picture can be on a page of the library that is not loaded yet. If the picture
    // was deleted, the request fails and no picture is shown as selected.
    if (isFirstMissing) fetchPicture(first).then(put, () => {});
  }, [isFirstMissing, first, put]);
  const shown = pictures?.find(({ _id }) => _id === selected);
  return (
    <Stack gap="md">
      <DropZone onFiles={add}>
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            Drop pictures here, paste one, or choose files. JPEG, PNG, WebP, AVIF, GIF or SVG, up to
            15 MB.
          </Text>
          <ChooseFile accept={pictureTypes} multiple onChange={add}>
            {(button) => (
              <Button leftSection={<IconUpload size={16} aria-hidden />} {...button}>
                Upload pictures
              </Button>
            )}
          </ChooseFile>
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
          {pictures === undefined && !library.fault && (
            <Loader role="status" aria-label="Loading" />
          )}
          {pictures?.length === 0 &&
            (library.search === "" ? (
              <EmptyList {...nothingUploaded} />
            ) : (
              <Text c="dimmed">No pictures match your search.</Text>
            ))}
          <PictureGrid pictures={pictures ?? []} selected={selected} onSelect={setSelected} />
          {library.hasMore && (
            <Button variant="default" mt="md" onClick={library.loadMore}>
              Show more
            </Button>
          )}
        </Box>
        {shown && (
          <Box w={{ base: "100%", md: 380 }}>
            <Suspense fallback={<Loader role="status" aria-label="Loading" />}>
              <PictureDetails
                // Unsaved text belongs to one version of one picture, so another version resets the
                // form.
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
            </Suspense>
          </Box>
        )}
      </Flex>
    </Stack>
  );
}

type Pictures = readonly PictureFileWithUses[];

const pollMs = 1500;

function usePictures(initial: Pictures | undefined) {
  const [pictures, setPictures] = useState<Pictures | undefined>(initial);
  const [search, setSearch] = useState("");
  const [searched] = useDebouncedValue(search, 250);
  const [hasMore, setHasMore] = useState(initial?.length === picturesPerPage);
  const [fault, setFault] = useState<string | null>(null);
  const newestRequest = useRef(0);

  const load = useCallback(async (wanted: string, before: Pictures = []) => {
    newestRequest.current += 1;
    const request = newestRequest.current;
    try {
      const page = await fetchPictures(wanted, before.at(-1)?._id);
      // Ignores a late response of an earlier search.
      if (request !== newestRequest.current) return;
      const isNew = ({ _id }: PictureFile) => !before.some((one) => one._id === _id);
      setPictures([...before, ...page.filter(isNew)]);
      setHasMore(page.length === picturesPerPage);
      setFault(null);
    } catch (error) {
      if (request === newestRequest.current) setFault((error as Error).message);
    }
  }, []);

  const isFirst = useRef(initial !== undefined);
  useEffect(() => {
    // The route has loaded the first page already.
    if (isFirst.current) isFirst.current = false;
    else void load(searched);
  }, [searched, load]);

  const put = useCallback((picture: PictureFile | PictureFileWithUses) => {
    setPictures((all = []) => {
      const known = all.find(({ _id }) => _id === picture._id);
      if (known === undefined) return [{ uses: [], ...picture }, ...all];
      return all.map((one) => (one === known ? { ...known, ...picture } : one));
    });
  }, []);

  const remove = (id: string) => setPictures((all) => all?.filter(({ _id }) => _id !== id));

  const update = useCallback((fetched: readonly PictureFile[]) => {
    const byId = new Map(fetched.map((picture) => [picture._id, picture]));
    setPictures((all) => all?.map((one) => ({ ...one, ...byId.get(one._id) })));
  }, []);
  usePolling(pictures, update);
  return {
    pictures,
    search,
    setSearch,
    fault,
    hasMore,
    loadMore: () => load(searched, pictures),
    reload: () => load(searched),
    put,
    remove,
  };
}

/** Fetches the pictures of the list that are being encoded, until none is. */
function usePolling(
  pictures: Pictures | undefined,
  update: (pictures: readonly PictureFile[]) => void,
) {
  useEffect(() => {
    const waiting = pictures?.filter(({ state }) => state === "encoding") ?? [];
    if (waiting.length === 0) return;
    let isCurrent = true;
    const poll = async () => {
      const fetched: PictureFile[] = [];
      for (const { _id } of waiting) {
        const picture = await fetchPicture(_id).catch(() => undefined);
        if (picture !== undefined) fetched.push(picture);
      }
      // A list that has changed meanwhile polls for itself.
      if (!isCurrent) return;
      if (fetched.length > 0) update(fetched);
      else timer = setTimeout(poll, pollMs);
    };
    let timer = setTimeout(poll, pollMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [pictures, update]);
}
