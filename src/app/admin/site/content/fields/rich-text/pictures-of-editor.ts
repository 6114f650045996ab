import type { Editor } from "@tiptap/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { sendPicture } from "#app/admin/site/media/media-calls.ts";
import type { Upload } from "#app/admin/site/media/uploads.tsx";
import type { PictureFile } from "#media/picture-file.ts";
import { withUploaded } from "./document-changes.ts";

interface Watchers {
  onPicture?: ((picture: PictureFile) => void) | undefined;
  onUploading?: ((isUploading: boolean) => void) | undefined;
  /** Called when the only picture of an insertion has arrived. */
  onArrived: (picture: PictureFile) => void;
}

/**
 * Uploads the pictures of a text one after the other. Their places hold the key of the upload until
 * they have an address.
 */
export function usePicturesOfEditor(watchers: Watchers) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const watching = useRef(watchers);
  watching.current = watchers;
  const isUploading = uploads.some(({ error }) => error === undefined);
  const { onUploading } = watchers;
  useEffect(() => {
    if (!isUploading) return;
    onUploading?.(true);
    return () => onUploading?.(false);
  }, [isUploading, onUploading]);

  const pictures = useMemo(() => {
    let lastKey = 0;
    let queue = Promise.resolve();
    /** Null for an upload that has failed. */
    const ended = new Map<string, PictureFile | null>();
    const change = (key: number, part: Partial<Upload>) =>
      setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
    const dismiss = (key: number) => setUploads((all) => all.filter((one) => one.key !== key));

    async function send(editor: Editor, key: number, file: File, isAlone: boolean) {
      try {
        const onProgress = (progress: number) => change(key, { progress });
        const picture = await sendPicture({ file, onProgress });
        ended.set(String(key), picture);
        dismiss(key);
        watching.current.onPicture?.(picture);
        settle(editor, ended);
        if (isAlone) watching.current.onArrived(picture);
      } catch (error) {
        ended.set(String(key), null);
        change(key, { error: error instanceof Error ? error.message : String(error) });
        settle(editor, ended);
      }
    }

    return {
      dismiss,
      /** Begins to upload; returns the key that the place of the picture holds. */
      begin(editor: Editor, file: File, isAlone: boolean): string {
        lastKey += 1;
        const key = lastKey;
        setUploads((all) => [...all, { key, name: file.name, progress: 0 }]);
        queue = queue.then(() => send(editor, key, file, isAlone));
        return String(key);
      },
      /** For places that came back by undo or redo after their upload had ended. */
      settle: (editor: Editor) => settle(editor, ended),
    };
  }, []);
  return { uploads, ...pictures };
}

function settle(editor: Editor, ended: ReadonlyMap<string, PictureFile | null>): void {
  if (editor.isDestroyed || ended.size === 0) return;
  const settled = withUploaded(editor.state, ended);
  if (settled !== null) editor.view.dispatch(settled);
}
