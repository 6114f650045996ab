import type { OrderNotification } from "#orders/ledger/order-notifications.ts";
import type { TimelineEntry } from "#orders/timeline/order-timeline.ts";
import { longDateOf, timeOf } from "#platform/time/dates.ts";
import { type NotificationView, notificationView } from "../money/notification-view.server.ts";
import { type EventView, eventView, type TimelineWords } from "./timeline-view.server.ts";

export interface TimelineItem extends EventView {
  readonly day: string;
  /** Time of day; "" for a manual payment or refund, for which only the day is recorded. */
  readonly time: string;
  /** The notification that reported the event; null for an event without a notification. */
  readonly notification: NotificationView | null;
}

interface OrderTimeline {
  /** Newest first. */
  readonly items: readonly TimelineItem[];
  /** Notifications without an event, for example repeated or forged notifications, newest first. */
  readonly others: readonly NotificationView[];
}

/**
 * A notification that added an entry to the ledger is shown with the event of this entry, not as a
 * separate event.
 */
export function timelineItems(
  entries: readonly TimelineEntry[],
  received: readonly OrderNotification[],
  words: TimelineWords,
): OrderTimeline {
  const rows = new Map(received.map((one) => [one.id, notificationView(one, words.reader)]));
  const moved = new Set(
    entries.flatMap((entry) => (entry.kind === "notified" ? [] : (notificationOf(entry) ?? []))),
  );
  const told = new Set(entries.flatMap((entry) => notificationOf(entry) ?? []));
  const items = entries
    .filter((entry) => entry.kind !== "notified" || !moved.has(entry.notificationId))
    .map((entry): TimelineItem => {
      const isDayOnly = "reference" in entry && entry.reference !== null;
      return {
        ...eventView(entry, words),
        day: longDateOf(entry.at, words.reader),
        time: isDayOnly ? "" : timeOf(entry.at, words.reader),
        notification: rows.get(notificationOf(entry) ?? "") ?? null,
      };
    });
  const others = [...rows.values()].filter(({ id }) => !told.has(id));
  return { items: items.toReversed(), others: others.toReversed() };
}

function notificationOf(entry: TimelineEntry): string | null {
  return "notificationId" in entry ? entry.notificationId : null;
}
