import { notifications } from "@mantine/notifications";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";
import type { ContentRequest, ContentResult } from "./content-action.ts";

/** Says in a corner of the panel what was done; what went wrong stands at the form as well. */
export function showResult(result: ContentResult, send: (request: ContentRequest) => void): void {
  if (!result.ok) {
    notifications.show({ color: "red", message: result.message, autoClose: 8000 });
    return;
  }
  const { undo, message } = result;
  if (undo === null) notifications.show({ message });
  else notifyWithUndo(message, () => send(undo));
}
