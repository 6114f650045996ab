import { notifications } from "@mantine/notifications";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { Failure } from "#platform/each-of.ts";
import type { JsonValue } from "#platform/errors.ts";
import { isShownAsToast } from "../forms/saved-forms.ts";
import { useOnce } from "../forms/use-once.ts";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";
import { useUndo } from "./use-undo.ts";

export interface ListResult {
  readonly title?: string;
  readonly message: string;
  /** Items that could not be changed, with the reasons. */
  readonly failed: readonly Failure[];
  /** Sent back to the server by "Undo"; null when the action cannot be undone. */
  readonly undo: JsonValue;
  /** Reason why nothing was changed; null after a success. */
  readonly error: string | null;
}

type Request = Readonly<Record<string, JsonValue>>;

/**
 * Shows results as toasts with "Undo". Calls `whenDone` unless the server refused the whole action.
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
    /**
     * Becomes false as soon as the result arrives, so that the next action can begin while the rows
     * are reloaded.
     */
    isRunning,
    /** The last result, whose failures stay on the screen. */
    result: data,
    run: (request: Request) =>
      once(request, () => {
        // Does not use `fetcher.state`, because a slow machine can render "idle" long after the
        // result arrived.
        setRunning(true);
        return fetcher.submit(request as never, to).finally(() => setRunning(false));
      }),
  };
}
