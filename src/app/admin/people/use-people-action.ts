import { notifications } from "@mantine/notifications";
import { useEffect, useId, useRef } from "react";
import { useFetcher } from "react-router";
import type { FormState } from "../../ui/forms/form-state.ts";
import { isShownAsToast } from "../forms/failure-reasons.ts";
import { useOnce } from "../forms/use-once.ts";

type Result = FormState | { readonly savedAt: number };

export type PeopleRequest =
  | { readonly intent: "remove" | "invite"; readonly id: string }
  | { readonly intent: "add"; readonly userEmail: string };

export interface PeopleAction {
  /**
   * Sends a request of the list. `onDone` is called after a success; errors are shown as toasts.
   */
  readonly send: (request: PeopleRequest, onDone: () => void) => void;
  /** Id of the admin whose request is in progress; undefined for none. */
  readonly sendingId: string | undefined;
}

/** One hook for the whole list, because a row may disappear before its response comes. */
export function usePeopleAction(): PeopleAction {
  const fetcher = useFetcher<Result>();
  const done = useRef<() => void>(() => {});
  const { data, state, formData } = fetcher;
  const once = useOnce();
  const noticeId = useId();
  useEffect(() => {
    if (data === undefined || isShownAsToast(data)) return;
    if ("savedAt" in data) {
      done.current();
      return;
    }
    const message = data.notice ?? Object.values(data.errors).join(" ");
    notifications.show({ id: noticeId, color: "red", message, autoClose: 8000 });
  }, [data, noticeId]);
  return {
    sendingId: state === "idle" ? undefined : formData?.get("id")?.toString(),
    send(request, onDone) {
      once(request, () => {
        done.current = onDone;
        notifications.hide(noticeId);
        return fetcher.submit(request as never, { method: "post", action: "/add-user" });
      });
    },
  };
}
