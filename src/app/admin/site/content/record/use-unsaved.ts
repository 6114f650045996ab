import { useEffect, useState } from "react";
import { SavedTyping, sameValues } from "#app/admin/frame/forms/use-typed-values.ts";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import type { Block } from "#content/model/define.ts";
import { typingSubject } from "./record-form.tsx";

/**
 * Ids of records with unsaved text in this browser. Reads the storage again when `editing` changes,
 * because a closed drawer may leave unsaved text.
 */
export function useUnsaved(
  block: Block,
  records: readonly EditableRecord[],
  editing: unknown,
): ReadonlySet<string> {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: editing changes the stored text.
  useEffect(() => {
    const typed = records.filter(({ _id, values }) => {
      const kept = new SavedTyping(typingSubject(block, _id)).find();
      return kept !== null && !sameValues({ ...values, ...kept.values }, values);
    });
    setUnsaved(new Set(typed.map(({ _id }) => _id)));
  }, [block, records, editing]);
  return unsaved;
}
