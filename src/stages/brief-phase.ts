import type { BriefPhase } from "./delivery-stage.ts";

const briefEventKinds = [
  "begun",
  "sent",
  /** The team begins without the brief. */
  "skipped",
  "work-started",
  /** The team has seen the changes after the brief was sent. */
  "acknowledged",
] as const;
export type BriefEventKind = (typeof briefEventKinds)[number];

export interface BriefEvent {
  readonly kind: BriefEventKind;
}

export function phaseOf(events: readonly BriefEvent[]): BriefPhase {
  const has = (kind: BriefEventKind) => events.some((event) => event.kind === kind);
  if (has("skipped") || has("work-started")) return "closed";
  if (has("sent")) return "sent";
  return has("begun") ? "open" : "none";
}
