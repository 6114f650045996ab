import type { OrderNotification } from "../../../orders/ledger/order-notifications.ts";
import type { TimelineEntry } from "../../../orders/timeline/order-timeline.ts";
import { longDateOf, timeOf } from "../../../platform/time/dates.ts";
import {
  type TimelineRow,
  type TimelineWords,
  timelineRow,
} from "../../ordering/order/timeline-row.server.ts";
import { type NotificationRow, notificationRow } from "./notification-row.server.ts";

/** An event of an order in the panel. */
export interface TimelineItem extends TimelineRow {
  /** Heading of the day. */
  readonly day: string;
  /** Time of day; "" for manual payments and refunds, of which only the day is known. */
  readonly time: string;
  /** The notification that reported the event, or that is the event; null for none. */
  readonly notification: NotificationRow | null;
}

interface OrderTimeline {
  /** Newest first. */
  readonly items: readonly TimelineItem[];
  /** Notifications that are no events, such as repeated and forged ones, newest first. */
  readonly others: readonly NotificationRow[];
}

/**
 * One timeline of everything that happened to an order. A notification that moved money is part of
 * the event about the money.
 */
export function timelineItems(
  entries: readonly TimelineEntry[],
  received: readonly OrderNotification[],
  words: TimelineWords,
): OrderTimeline {
  const rows = new Map(received.map((one) => [one.id, notificationRow(one, words.reader)]));
  const moved = new Set(
    entries.flatMap((entry) => (entry.kind === "notified" ? [] : (notificationOf(entry) ?? []))),
  );
  const told = new Set(entries.flatMap((entry) => notificationOf(entry) ?? []));
  const items = entries
    .filter((entry) => entry.kind !== "notified" || !moved.has(entry.notificationId))
    .map((entry): TimelineItem => {
      const isDayOnly = "reference" in entry && entry.reference !== null;
      return {
        ...timelineRow(entry, words),
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
