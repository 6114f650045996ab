import { useLastAnswer } from "#app/admin/forms/use-last-answer.ts";
import { useLiveOrder } from "./live/use-live-order.ts";
import type { RoomAnswer } from "./panel-parts.tsx";
import type { PanelRoom } from "./room-parts.server.ts";
import { useUndoToast } from "./use-undo-toast.ts";

/**
 * Keeps an open page of the panel up to date with its order, and returns the answer to the last
 * form of the page.
 */
export function usePanelRoom(
  { order, state, messages }: PanelRoom,
  actionData: RoomAnswer | undefined,
): RoomAnswer | undefined {
  const answer = useLastAnswer(actionData);
  useUndoToast(answer);
  useLiveOrder(order.id, state, messages.messages);
  return answer;
}
