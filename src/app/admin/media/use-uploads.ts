import { useRef, useState } from "react";
import type { PictureFile } from "../../../media/picture-file.ts";
import { sendPicture } from "./media-calls.ts";

export interface Upload {
  readonly key: number;
  readonly name: string;
  /** Progress from 0 to 1; at 1 the server decodes the file. */
  readonly progress: number;
  readonly error?: string;
}

/** Uploads pictures one after the other with their progress; errors stay visible. */
export function useUploads(onDone: (picture: PictureFile) => void, replaces?: string) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const lastKey = useRef(0);
  const queue = useRef<Promise<void>>(Promise.resolve());

  const change = (key: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const dismiss = (key: number) => setUploads((all) => all.filter((one) => one.key !== key));

  async function send(key: number, file: File): Promise<void> {
    try {
      const onProgress = (progress: number) => change(key, { progress });
      onDone(await sendPicture({ file, replaces, onProgress }));
      dismiss(key);
    } catch (error) {
      change(key, { error: error instanceof Error ? error.message : String(error) });
    }
  }

  function add(files: readonly File[]): void {
    for (const file of files) {
      lastKey.current += 1;
      const key = lastKey.current;
      setUploads((all) => [...all, { key, name: file.name, progress: 0 }]);
      queue.current = queue.current.then(() => send(key, file));
    }
  }

  const dismissFailed = () => setUploads((all) => all.filter(({ error }) => error === undefined));
  return { uploads, add, dismiss, dismissFailed };
}
