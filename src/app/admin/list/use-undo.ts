import { useEffect, useRef } from "react";
import { useSubmit } from "react-router";
import type { JsonValue } from "../../../platform/errors.ts";

/**
 * Undoes an action of a list by the `undo` of its result, also after the screen was left. The result
 * is shown as a toast.
 */
export function useUndo(path: string): (token: JsonValue) => void {
  const submit = useSubmit();
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  }, [submit]);
  return (undo) =>
    void latest.current(
      { undo },
      { method: "post", action: path, encType: "application/json", navigate: false },
    );
}
