import { Paper, type PaperProps } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { type DragEvent, type ReactNode, useState } from "react";

interface DropZoneProps extends PaperProps {
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Types for file dialogs; the server checks the bytes. */
export const pictureTypes = "image/jpeg,image/png,image/webp,image/avif,image/gif";

/** Accepts files that are dropped, or pasted while the focus is inside. */
export function DropZone({ onFiles, children, ...paper }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  // A file dropped beside the zone would replace the page and lose typed text.
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
