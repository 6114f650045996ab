import { Alert, Paper, type PaperProps, Progress, Stack, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import type { PictureFile } from "#media/picture-file.ts";
import { sendPicture } from "./media-calls.ts";

export interface Upload {
  readonly key: number;
  readonly name: string;
  /** Share of the file that has been sent, from 0 to 1. At 1 the server processes the file. */
  readonly progress: number;
  readonly error?: string;
}

/** Uploads pictures one after the other. A failed upload stays in the list with its error. */
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

interface UploadListProps {
  uploads: readonly Upload[];
  onDismiss: (key: number) => void;
}

export function UploadList({ uploads, onDismiss }: UploadListProps) {
  return (
    <Stack gap="xs" mt={uploads.length > 0 ? "sm" : undefined} aria-live="polite">
      {uploads.map(({ key, name, progress, error }) =>
        error === undefined ? (
          <div key={key}>
            <Text size="sm">
              {name}: {progress < 1 ? `${Math.round(progress * 100)}% uploaded` : "processing"}
            </Text>
            <Progress value={progress * 100} animated={progress === 1} aria-label={name} />
          </div>
        ) : (
          <Alert
            key={key}
            color="red"
            title={name}
            withCloseButton
            closeButtonLabel="Dismiss"
            onClose={() => onDismiss(key)}
          >
            {error}
          </Alert>
        ),
      )}
    </Stack>
  );
}

interface DropZoneProps extends PaperProps {
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Only a filter for file dialogs; the server checks the bytes. */
export const pictureTypes = "image/jpeg,image/png,image/webp,image/avif,image/gif,image/svg+xml";

/** Also accepts files that are pasted while the focus is inside the zone. */
export function DropZone({ onFiles, children, ...paper }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  // A browser opens a file that is dropped beside the zone, which would lose typed text.
  useWindowEvent("dragover", (event) => event.preventDefault());
  useWindowEvent("drop", (event) => event.preventDefault());
  const take = (event: { preventDefault(): void }, data: DataTransfer) => {
    const files = [...data.files];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  return (
    <Paper
      withBorder
      p="sm"
      {...paper}
      style={{
        borderStyle: "dashed",
        ...(isOver && { borderColor: "var(--mantine-primary-color-filled)" }),
      }}
      bg={isOver ? "var(--mantine-primary-color-light)" : undefined}
      onDragOver={() => setIsOver(true)}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event: DragEvent) => {
        setIsOver(false);
        take(event, event.dataTransfer);
      }}
      onPaste={(event) => take(event, event.clipboardData)}
    >
      {children}
    </Paper>
  );
}
