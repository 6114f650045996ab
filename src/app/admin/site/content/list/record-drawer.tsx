import { Drawer } from "@mantine/core";
import { useState } from "react";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import type { Block } from "#content/model/define.ts";
import type { PreviewSite } from "../preview/preview-site.server.ts";
import { hasPartBeside, RecordEditor } from "../record/record-editor.tsx";
import { titleOfForm } from "../title-of-form.ts";
import type { OpenRecord } from "./use-open-record.ts";

interface RecordDrawerProps {
  block: Block;
  open: OpenRecord;
  /** Texts with which a new record starts. */
  start: Readonly<Record<string, string>> | undefined;
  preview: PreviewSite;
  onClose: () => void;
}

export default function RecordDrawer({ block, open, start, preview, onClose }: RecordDrawerProps) {
  // The drawer keeps its record while it closes, so that it is never seen empty.
  const [shown, setShown] = useState(open);
  if (open !== null && open !== shown) setShown(open);
  return (
    <Drawer
      opened={open !== null}
      onClose={onClose}
      // Mantine's scroll lock adds a style element, which the Content-Security-Policy blocks.
      lockScroll={false}
      position="right"
      size={hasPartBeside(block, preview) ? "min(1200px, 100%)" : "min(640px, 100%)"}
      title={shown === "new" ? `Add: ${titleOfForm(block)}` : titleOf(block, shown)}
    >
      {shown !== null && (
        <RecordEditor
          block={block}
          record={shown === "new" ? null : shown}
          preview={preview}
          start={start}
          onSaved={onClose}
        />
      )}
    </Drawer>
  );
}

function titleOf(block: Block, record: EditableRecord | null): string {
  const title = titleOfForm(block);
  const isNamed = record !== null && record.label !== block.title;
  return isNamed ? `Edit: ${title}, ${record.label}` : `Edit: ${title}`;
}
