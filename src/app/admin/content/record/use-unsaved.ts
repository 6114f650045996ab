import { useEffect, useState } from "react";
import type { EditableRecord } from "../../../../content/drafts/editable-record.ts";
import type { Block } from "../../../../content/model/define.ts";
import { KeptTyping, sameValues } from "../../forms/saved-typing.ts";
import { typingSubject } from "./record-form.tsx";

/**
 * The ids of the records that something was typed into and not saved, as this browser keeps it.
 * Looked up anew whenever `editing` changes: so what a closed drawer leaves behind is seen.
 */
export function useUnsaved(
  block: Block,
  records: readonly EditableRecord[],
  editing: unknown,
): ReadonlySet<string> {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept changes while one is edited.
  useEffect(() => {
    const typed = records.filter(({ _id, values }) => {
      const kept = new KeptTyping(typingSubject(block, _id)).find();
      return kept !== null && !sameValues({ ...values, ...kept.values }, values);
    });
    setUnsaved(new Set(typed.map(({ _id }) => _id)));
  }, [block, records, editing]);
  return unsaved;
}
