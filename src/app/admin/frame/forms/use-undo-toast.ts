import { useEffect, useRef } from "react";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { useUndo } from "../list/use-undo.ts";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";

/**
 * Shows the toast of a result that can be undone. Its "Undo" posts to `path`, and also works after
 * the admin has left the screen.
 */
export function useUndoToast(path: string, result: ActionResult | undefined): void {
  const undo = useUndo(path);
  const latest = useRef(undo);
  latest.current = undo;
  useEffect(() => {
    if (result?.undo === undefined) return;
    const { title, said = "", undo: token, topic } = result;
    notifyWithUndo(said, () => latest.current(token), { title, id: topic });
  }, [result]);
}
