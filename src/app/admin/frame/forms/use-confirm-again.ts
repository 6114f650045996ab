import { useEffect, useRef } from "react";
import type { ActionResult } from "#app/ui/forms/action-result.ts";

/**
 * When a form was refused because the person has to confirm again, asks for the password in a
 * dialog and then sends the form again. The form stays as it is meanwhile, so no typed text is
 * lost.
 */
export function useConfirmAgain(
  result: Pick<ActionResult, "needsConfirmation"> | undefined,
  sendAgain: () => unknown,
): void {
  const send = useRef(sendAgain);
  send.current = sendAgain;
  useEffect(() => {
    if (!result?.needsConfirmation) return;
    let isLeft = false;
    void import("./confirm-again.tsx").then(async ({ confirmAgain }) => {
      if ((await confirmAgain()) && !isLeft) send.current();
    });
    return () => {
      isLeft = true;
    };
  }, [result]);
}
