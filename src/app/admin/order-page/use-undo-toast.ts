import { useEffect, useRef } from "react";
import { isShownAsToast } from "../forms/saved-forms.ts";
import { useUndo } from "../list/use-undo.ts";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";

interface UndoableAnswer {
  readonly title: string;
  readonly undo: {
    readonly orderId: string;
    readonly message: string;
    readonly changeIds: readonly string[];
  };
}

/** Shows a toast with "Undo", which also works after the admin has left the order. */
export function useUndoToast(answer: object | undefined): void {
  const undo = useUndo("/total-orders");
  const latest = useRef(undo);
  latest.current = undo;
  useEffect(() => {
    if (answer === undefined || !("undo" in answer) || isShownAsToast(answer)) return;
    const { title, undo: change } = answer as UndoableAnswer;
    const { orderId, message, changeIds } = change;
    // Only the latest change can be undone, so its toast replaces the earlier toast.
    const options = { title, id: `status ${orderId}` };
    notifyWithUndo(message, () => latest.current(changeIds), options);
  }, [answer]);
}
