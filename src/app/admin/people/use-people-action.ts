import { notifications } from "@mantine/notifications";
import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { FormState } from "../../ui/form-state.ts";

type Result = FormState | { readonly savedAt: number };

export type PeopleRequest =
  | { readonly intent: "remove" | "invite"; readonly id: string }
  | { readonly intent: "add"; readonly userEmail: string };

/** Sends what a button of the list wants; a refusal is shown, success is the caller's to tell. */
export function usePeopleAction(onDone: () => void) {
  const fetcher = useFetcher<Result>();
  const done = useRef(onDone);
  done.current = onDone;
  const { data } = fetcher;
  useEffect(() => {
    if (data === undefined) return;
    if ("savedAt" in data) {
      done.current();
      return;
    }
    const message = data.notice ?? Object.values(data.errors).join(" ");
    notifications.show({ color: "red", message, autoClose: 8000 });
  }, [data]);
  return {
    isSending: fetcher.state !== "idle",
    send: (request: PeopleRequest) =>
      void fetcher.submit(request as never, { method: "post", action: "/add-user" }),
  };
}
