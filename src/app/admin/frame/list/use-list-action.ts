import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { JsonValue } from "#platform/errors.ts";
import { useOnce } from "../forms/use-once.ts";
import { useUndoToast } from "../forms/use-undo-toast.ts";
import type { ListResult } from "./list-action.server.ts";

type Request = Readonly<Record<string, JsonValue>>;

/**
 * Runs bulk actions of a list. Calls `whenDone` unless the server refused the whole action.
 */
export function useListAction(path: string, whenDone: () => void) {
  const fetcher = useFetcher<ListResult>();
  const once = useOnce();
  const [isRunning, setRunning] = useState(false);
  const to = { method: "post", action: path, encType: "application/json" } as const;
  const { data } = fetcher;
  useUndoToast(path, data);
  const done = useRef(whenDone);
  done.current = whenDone;
  useEffect(() => {
    setRunning(false);
    if (data?.savedAt !== undefined) done.current();
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
