import { useEffect, useRef } from "react";
import { useSubmit } from "react-router";

/**
 * Sends the `undo` of a result back to the server, also after the admin has left the list. The
 * router shows the server's answer as a toast.
 */
export function useUndo(path: string): (token: object) => void {
  const submit = useSubmit();
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  }, [submit]);
  return (undo) =>
    void latest.current(
      { undo: undo as never },
      { method: "post", action: path, encType: "application/json", navigate: false },
    );
}
