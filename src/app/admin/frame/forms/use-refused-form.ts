import { notifications } from "@mantine/notifications";
import { useEffect, useId, useRef } from "react";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { refusalInWords } from "./refusal-in-words.ts";

/**
 * Moves the focus to the first invalid field of a refused form and shows why in a toast, because on
 * a phone the field can be several screens above the button. Returns the ref of the form.
 */
export function useRefusedForm(result: ActionResult | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  useEffect(() => {
    // The toast of an earlier attempt would cover the next one.
    notifications.hide(id);
    const message = refusalInWords(result);
    if (message === null) return;
    notifications.show({ id, color: "red", message, autoClose: 8000 });
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [result, id]);
  return form;
}
