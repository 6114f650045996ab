import type { BriefPhase } from "../deliveries/delivery-stage.ts";
import type { BriefEventKind } from "./brief-tables.server.ts";

export interface BriefEvent {
  readonly kind: BriefEventKind;
}

export function phaseOf(events: readonly BriefEvent[]): BriefPhase {
  const has = (kind: BriefEventKind) => events.some((event) => event.kind === kind);
  if (has("skipped") || has("work-started")) return "closed";
  if (has("sent")) return "sent";
  return has("begun") ? "open" : "none";
}
