import { notifications } from "@mantine/notifications";
import { useEffect, useId, useRef } from "react";
import { useFetcher } from "react-router";
import { isShownAsToast } from "../forms/saved-forms.ts";
import { useConfirmAgain } from "../forms/use-confirm-again.ts";
import { useOnce } from "../forms/use-once.ts";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";
import type { ContentRequest, ContentResult } from "./content-action.ts";

/**
 * Shows the result as a toast. An error toast has the id `refusalId`, so that the next attempt can
 * remove the toast.
 */
function showResult(
  result: ContentResult,
  refusalId: string,
  send: (request: ContentRequest) => void,
): void {
  if (!result.ok) {
    const { message } = result;
    notifications.show({ id: refusalId, color: "red", message, autoClose: 8000 });
    return;
  }
  const { undo, message } = result;
  if (undo === null) notifications.show({ message });
  else notifyWithUndo(message, () => send(undo), { id: toastIdOf(undo) });
}

/** All moves in one list share one toast, because several moves follow each other quickly. */
function toastIdOf(undo: ContentRequest): string | undefined {
  return undo.intent === "move" ? `move ${undo.block}` : undefined;
}

type Success = Extract<ContentResult, { ok: true }>;
type Failure = Extract<ContentResult, { ok: false }>;

interface ContentActionOptions {
  /** True if the component shows conflicts itself, so that no toast is needed. */
  readonly showsConflicts?: boolean;
  /** Called before an undo, even when the component that sent the request is unmounted. */
  readonly onUndo?: () => void;
}

export function useContentAction(
  onDone: (result: Success) => void = () => {},
  { showsConflicts = false, onUndo = () => {} }: ContentActionOptions = {},
) {
  const fetcher = useFetcher<ContentResult>();
  const done = useRef(onDone);
  done.current = onDone;
  const takingBack = useRef(onUndo);
  takingBack.current = onUndo;
  const seen = useRef<ContentResult | undefined>(undefined);
  const { state } = fetcher;
  // `reset()` sets null, which the type does not mention.
  const data = fetcher.data ?? undefined;

  const once = useOnce();
  const noticeId = useId();
  const last = useRef<ContentRequest>(undefined);
  const submit = (request: ContentRequest) =>
    fetcher.submit(request as never, {
      method: "post",
      action: "/admin/content",
      encType: "application/json",
    });
  const send = (request: ContentRequest) =>
    once(request, () => {
      // Hides the old error, which would cover the next toast.
      notifications.hide(noticeId);
      last.current = request;
      return submit(request);
    });
  useConfirmAgain(data, () => last.current && submit(last.current));
  const sendRef = useRef(send);
  sendRef.current = send;

  useEffect(() => {
    if (data === undefined || seen.current === data) return;
    seen.current = data;
    const speaksForItself =
      !data.ok && (data.needsConfirmation || (showsConflicts && data.conflicts !== null));
    if (!speaksForItself && !isShownAsToast(data)) {
      showResult(data, noticeId, (request) => {
        takingBack.current();
        sendRef.current(request);
      });
    }
    if (data.ok) done.current(data);
  }, [data, showsConflicts, noticeId]);

  return {
    send,
    isSending: state !== "idle",
    failure: data !== undefined && !data.ok ? (data satisfies Failure) : null,
    dismiss: () => fetcher.reset(),
  };
}
