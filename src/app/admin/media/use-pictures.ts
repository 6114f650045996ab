import { useDebouncedValue } from "@mantine/hooks";
import { useCallback, useEffect, useRef, useState } from "react";
import type { PictureFile, PictureFileWithUses } from "../../../media/picture-file.ts";
import { fetchPicture, fetchPictures, picturesPerPage } from "./media-calls.ts";

type Pictures = readonly PictureFileWithUses[];

const pollMs = 1500;

/** The loaded part of the library, newest first, kept up to date. */
export function usePictures(initial: Pictures | undefined) {
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
      // Drops late responses of former searches.
      if (request !== newestRequest.current) return;
      const isNew = ({ _id }: PictureFile) => !before.some((one) => one._id === _id);
      setPictures([...before, ...page.filter(isNew)]);
      setHasMore(page.length === picturesPerPage);
      setFault(null);
    } catch (error) {
      setFault((error as Error).message);
    }
  }, []);

  const isFirst = useRef(initial !== undefined);
  useEffect(() => {
    // The screen has loaded the first page.
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

  usePolling(pictures, put);
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

/** Polls pictures whose sizes are being encoded. */
function usePolling(pictures: Pictures | undefined, put: (picture: PictureFileWithUses) => void) {
  useEffect(() => {
    const waiting = pictures?.filter(({ state }) => state === "encoding") ?? [];
    if (waiting.length === 0) return;
    const timer = setTimeout(async () => {
      // Failed requests are repeated at the next change.
      for (const { _id } of waiting) await fetchPicture(_id).then(put, () => {});
    }, pollMs);
    return () => clearTimeout(timer);
  }, [pictures, put]);
}
