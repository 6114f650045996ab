import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Block } from "../../../content/define.ts";
import type { EditableRecord } from "../../../content/editable-record.ts";

/** A record of a list, a new one, or none. */
export type OpenRecord = EditableRecord | "new" | null;

/**
 * Which record of a list is open stands in the address, so that Back closes it and a reload opens it
 * again. It stays as it was when it was opened.
 */
export function useOpenRecord(block: Block, records: readonly EditableRecord[]) {
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<OpenRecord>(null);
  // After the first paint: the server does not know this part of an address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what others change meanwhile is told on saving.
  useEffect(() => {
    const isNew = hash === hashOf(block, "new");
    setOpen(isNew ? "new" : (records.find((record) => hash === hashOf(block, record)) ?? null));
  }, [hash, block]);
  return {
    open,
    show: (record: EditableRecord | "new") =>
      navigate(
        { hash: hashOf(block, record) },
        { state: { isOpenedHere: true }, preventScrollReset: true },
      ),
    close: () =>
      state?.isOpenedHere
        ? navigate(-1)
        : navigate({ hash: "" }, { replace: true, preventScrollReset: true }),
  };
}

function hashOf(block: Block, record: EditableRecord | "new"): string {
  return record === "new" ? `#add-${block.name}` : `#edit-${record._id}`;
}
