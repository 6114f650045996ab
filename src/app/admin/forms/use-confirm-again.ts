import { useEffect, useRef } from "react";

/**
 * When a form was refused because the person has to confirm again, asks for the password in a
 * dialog and then sends the form again. The form stays as it is meanwhile, so no typed text is
 * lost.
 */
export function useConfirmAgain(
  result: { readonly needsConfirmation?: true } | object | undefined,
  sendAgain: () => unknown,
): void {
  const send = useRef(sendAgain);
  send.current = sendAgain;
  useEffect(() => {
    if (result === undefined || !("needsConfirmation" in result)) return;
    let isLeft = false;
    void import("./confirm-again.tsx").then(async ({ confirmAgain }) => {
      if ((await confirmAgain()) && !isLeft) send.current();
    });
    return () => {
      isLeft = true;
    };
  }, [result]);
}
