import { fields, intent } from "#app/intents.server.ts";
import { type OrderNotification, orderNotifications } from "#money/ledger/order-notifications.ts";
import { providerOfOrder } from "#money/receipts/provider-of-order.ts";
import { longDateOf, minuteOf, timeOf } from "#platform/time/dates.ts";
import { addOrderNote } from "#work/timeline/add-order-note.ts";
import { orderTimeline, type TimelineEntry } from "#work/timeline/order-timeline.ts";
import { type NotificationView, notificationView } from "../money/notification-view.server.ts";
import type { TeamForm } from "../room-form.server.ts";
import type { RoomReading } from "../room-part.ts";
import { type EventView, eventView, type TimelineWords } from "./timeline-view.server.ts";

export const teamTimeline = {
  read: async ({ services, actor, order, reader }: RoomReading) => {
    const [entries, received] = await Promise.all([
      orderTimeline(services, actor, order.id, "admin"),
      orderNotifications(services, actor, order.id),
    ]);
    const provider = await providerOfOrder(services.database.read, services.payments, order.id);
    return {
      ...timelineItems(entries, received, {
        reader,
        providerName: provider.displayName,
        refundsAtProvider: provider.refundsByHand,
        customerName: order.customerName,
      }),
      /** Times at which the customer was sent to the payment provider, newest first. */
      attempts: entries
        .flatMap((entry) => (entry.kind === "sent-to-pay" ? minuteOf(entry.at, reader) : []))
        .reverse(),
      providerName: provider.displayName,
    };
  },
  intents: {
    note: intent(fields("note"), async ({ services, actor, orderId }: TeamForm, form) => {
      await addOrderNote(services, actor, orderId, form);
      return { said: "Note is Added" };
    }),
  },
};

/** Oldest first. */
export const customerTimeline = {
  read: async ({ services, actor, order, reader }: RoomReading) => {
    const entries = await orderTimeline(services, actor, order.id, "customer");
    const provider = await providerOfOrder(services.database.read, services.payments, order.id);
    const words = { reader, providerName: provider.displayName };
    return entries.map((entry) => eventView(entry, words));
  },
};

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
