import type { NotificationRow } from "./notification-row.server.ts";

/** A message that nobody has decided about yet. */
export function waitsForDecision({ outcome, resolution }: NotificationRow): boolean {
  return outcome === "review" && resolution === "";
}
