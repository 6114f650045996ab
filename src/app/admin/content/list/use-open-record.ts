import { useEffect, useState } from "react";
import type { EditableRecord } from "../../../../content/drafts/editable-record.ts";
import type { Block } from "../../../../content/model/define.ts";
import { useOpenPart } from "../../forms/use-open-part.ts";

/** A record of a list, a new one, or none. */
export type OpenRecord = EditableRecord | "new" | null;

/** Which record of a list is open, as it was when it was opened. */
export function useOpenRecord(block: Block, records: readonly EditableRecord[]) {
  const { part, show, close } = useOpenPart();
  const [open, setOpen] = useState<OpenRecord>(null);
  // After the first paint: the server does not know this part of an address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what others change meanwhile is told on saving.
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
