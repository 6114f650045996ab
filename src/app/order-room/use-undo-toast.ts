import { useEffect, useRef } from "react";
import type { JsonValue } from "#platform/errors.ts";
import { isShownAsToast } from "../admin/forms/saved-forms.ts";
import { useUndo } from "../admin/list/use-undo.ts";
import { notifyWithUndo } from "../admin/ui/notify-with-undo.tsx";

interface UndoableAnswer {
  readonly title: string;
  readonly undo: {
    readonly topic: string;
    readonly message: string;
    readonly token: JsonValue;
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
    const { topic, message, token } = change;
    notifyWithUndo(message, () => latest.current(token), { title, id: topic });
  }, [answer]);
}
