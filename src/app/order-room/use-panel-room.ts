import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { useLastAnswer } from "../admin/frame/forms/use-last-answer.ts";
import { useUndoToast } from "../admin/frame/forms/use-undo-toast.ts";
import { useLiveOrder } from "./live/use-live-order.ts";
import type { PanelRoom } from "./room-parts.server.ts";

/**
 * Keeps an open page of the panel up to date with its order, and returns the answer to the last
 * form of the page.
 */
export function usePanelRoom(
  { order, state, messages }: PanelRoom,
  actionData: ActionResult | undefined,
): ActionResult | undefined {
  const answer = useLastAnswer(actionData);
  useUndoToast("/total-orders", answer);
  useLiveOrder(order.id, state, messages.messages);
  return answer;
}
