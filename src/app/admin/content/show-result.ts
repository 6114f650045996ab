import { notifications } from "@mantine/notifications";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";
import type { ContentRequest, ContentResult } from "./content-action.ts";

/**
 * Says in a corner of the panel what was done; what went wrong stands at the form as well. A refusal
 * is shown under `refusalId`, by which it is taken away when it is tried again.
 */
export function showResult(
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
  else notifyWithUndo(message, () => send(undo));
}
