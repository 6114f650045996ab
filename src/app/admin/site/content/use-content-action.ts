import { notifications } from "@mantine/notifications";
import { useEffect, useId, useRef } from "react";
import { useFetcher } from "react-router";
import { useConfirmAgain } from "#app/admin/frame/forms/use-confirm-again.ts";
import { useOnce } from "#app/admin/frame/forms/use-once.ts";
import { notifyWithUndo } from "#app/admin/frame/ui/notify-with-undo.tsx";
import type { ContentRequest, ContentResult } from "./content-intents.server.ts";

interface ContentActionOptions {
  /** True if the component shows conflicts itself, so that no toast is needed. */
  readonly showsConflicts?: boolean;
  /** Called before an undo, even when the component that sent the request is unmounted. */
  readonly onUndo?: () => void;
  /** Text of the button that undoes a publication; by default “Undo”. */
  readonly undoText?: string | undefined;
  /** What the toast says in place of the general words about such a change. */
  readonly doneText?: string | undefined;
}

export function useContentAction(
  onDone: (result: ContentResult) => void = () => {},
  { showsConflicts = false, onUndo = () => {}, undoText, doneText }: ContentActionOptions = {},
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
    const { savedAt, said = "", undo, topic, notice, conflict, needsConfirmation } = data;
    if (savedAt === undefined) {
      const speaksForItself =
        data.isShownAsToast || needsConfirmation || (showsConflicts && conflict !== undefined);
      if (speaksForItself) return;
      // The next attempt removes the toast by its id.
      notifications.show({ id: noticeId, color: "red", message: notice, autoClose: 8000 });
      return;
    }
    if (undo !== undefined) {
      const takeBack = () => {
        takingBack.current();
        sendRef.current(undo as ContentRequest);
      };
      const isPublication = last.current?.intent === "publish";
      const isUndone = last.current?.intent === "undo";
      notifyWithUndo(isUndone ? said : (doneText ?? said), takeBack, {
        id: topic,
        text: isPublication ? undoText : undefined,
      });
    }
    done.current(data);
  }, [data, showsConflicts, noticeId, undoText, doneText]);

  return {
    send,
    isSending: state !== "idle",
    failure: data?.savedAt === undefined ? data : undefined,
    dismiss: () => fetcher.reset(),
  };
}
