import { notifications } from "@mantine/notifications";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { Failure } from "../../../platform/each-of.ts";
import type { JsonValue } from "../../../platform/errors.ts";
import { isShownAsToast } from "../forms/saved-forms.ts";
import { useOnce } from "../forms/use-once.ts";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";
import { useUndo } from "./use-undo.ts";

/** Result of a bulk action. */
export interface ListResult {
  readonly title?: string;
  readonly message: string;
  /** Items that stayed as they were, with the reasons. */
  readonly failed: readonly Failure[];
  /** Sent back to undo the action; null when nothing can be undone. */
  readonly undo: JsonValue;
  /** Reason why nothing was done; null otherwise. */
  readonly error: string | null;
}

type Request = Readonly<Record<string, JsonValue>>;

/**
 * Runs bulk actions of a list. Their results are shown as a toast, in which they can be undone.
 * `whenDone` is called unless nothing was done.
 */
export function useListAction(path: string, whenDone: () => void) {
  const fetcher = useFetcher<ListResult>();
  const undo = useUndo(path);
  const once = useOnce();
  const [isRunning, setRunning] = useState(false);
  const to = { method: "post", action: path, encType: "application/json" } as const;
  const { data } = fetcher;
  const latest = useRef({ undo, whenDone });
  latest.current = { undo, whenDone };
  useEffect(() => {
    setRunning(false);
    if (data === undefined || data.error !== null || isShownAsToast(data)) return;
    const { title, message, undo: token } = data;
    latest.current.whenDone();
    if (token === null) notifications.show({ title, message });
    else notifyWithUndo(message, () => latest.current.undo(token), { title });
  }, [data]);
  return {
    /** True until the result is there, so that the next action may begin while the rows are reloaded. */
    isRunning,
    /** The last result; its failures stay on the screen. */
    result: data,
    run: (request: Request) =>
      once(request, () => {
        // The fetcher's own state can be drawn long after the result on a slow machine.
        setRunning(true);
        return fetcher.submit(request as never, to).finally(() => setRunning(false));
      }),
  };
}
