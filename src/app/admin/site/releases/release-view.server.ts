import type { Release } from "#content/releases/read-releases.ts";
import { type DateReader, minuteOf } from "#platform/time/dates.ts";

export interface ReleaseView {
  readonly id: string;
  readonly name: string;
  readonly state: Release["state"];
  /** In the time zone in which the time was chosen. */
  readonly when: string;
  readonly plannedFor: number;
  readonly timeZone: string;
  readonly wallTime: string;
  readonly author: string;
  /** When it happened, was cancelled or refused. */
  readonly ended: string | null;
}

export function releaseView(release: Release, reader: DateReader): ReleaseView {
  const { id, name, state, plannedFor, timeZone, wallTime, author } = release;
  const endedAt = release.doneAt ?? release.cancelledAt ?? release.refusedAt;
  return {
    id,
    name,
    state,
    plannedFor,
    timeZone,
    wallTime,
    author,
    when: minuteOf(plannedFor, { ...reader, timeZone }),
    ended: endedAt === null ? null : minuteOf(endedAt, reader),
  };
}
