import { useEffect, useState } from "react";
import { useOpenPart } from "#app/admin/frame/forms/use-open-part.ts";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import type { Block } from "#content/model/define.ts";

export type OpenRecord = EditableRecord | "new" | null;

/**
 * The record that the URL's fragment names, with the values that the record had when it was opened.
 */
export function useOpenRecord(block: Block, records: readonly EditableRecord[]) {
  const { part, show, close } = useOpenPart();
  const [open, setOpen] = useState<OpenRecord>(null);
  // Runs after hydration, because the server does not see the fragment of the URL.
  // biome-ignore lint/correctness/useExhaustiveDependencies: changes by others are reported on saving
  useEffect(() => {
    const isNew = part === hashOf(block, "new");
    setOpen(isNew ? "new" : (records.find((record) => part === hashOf(block, record)) ?? null));
  }, [part, block]);
  return {
    open,
    show: (record: EditableRecord | "new") => show(hashOf(block, record)),
    close,
  };
}

function hashOf(block: Block, record: EditableRecord | "new"): string {
  return record === "new" ? `#add-${block.name}` : `#edit-${record._id}`;
}
