import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { useConfirmAgain } from "#app/admin/frame/forms/use-confirm-again.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";

/**
 * A form of the screen. Its texts stay in the fields until it has succeeded: the server never sends
 * a key back.
 */
export function usePaymentForm(onDone: () => void) {
  const fetcher = useFetcher<ActionResult>();
  const result = fetcher.data?.isShownAsToast ? undefined : fetcher.data;
  const lastSent = useRef<FormData>(undefined);
  const sending = fetcher.state === "idle" ? undefined : fetcher.formData;
  useEffect(() => {
    if (sending !== undefined) lastSent.current = sending;
  }, [sending]);
  useConfirmAgain(
    result,
    () => lastSent.current && fetcher.submit(lastSent.current, { method: "post" }),
  );
  const done = useRef(onDone);
  done.current = onDone;
  const savedAt = result?.savedAt;
  useEffect(() => {
    if (savedAt !== undefined) done.current();
  }, [savedAt]);
  return { fetcher, result, isSending: sending !== undefined };
}
