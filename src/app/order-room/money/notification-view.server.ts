import type { OrderNotification } from "#money/ledger/order-notifications.ts";
import type { ReviewResolution } from "#payments/notifications/notifications-about.server.ts";
import type { Resolution } from "#payments/notifications/verified-notification.ts";
import { amountFromCents } from "#platform/money.ts";
import { type DateReader, isoTime, minuteOf } from "#platform/time/dates.ts";

export interface NotificationView
  extends Pick<OrderNotification, "id" | "state" | "outcome" | "fields"> {
  readonly isoDate: string;
  readonly fullDate: string;
  readonly status: string;
  readonly amount: string;
  readonly transactionId: string;
  readonly reason: string;
  /** The decision with its author and time; "" while nobody has decided. */
  readonly resolution: string;
}

export function notificationView(
  notification: OrderNotification,
  reader: DateReader,
): NotificationView {
  const { id, state, outcome, fields, receivedAt, grossCents, currency } = notification;
  const amount = grossCents === null ? "none" : `${amountFromCents(grossCents)} ${currency ?? ""}`;
  return {
    id,
    state,
    outcome,
    fields,
    isoDate: isoTime(receivedAt),
    fullDate: minuteOf(receivedAt, reader),
    status: notification.rawStatus ?? "none",
    amount,
    transactionId: notification.transactionId ?? "none",
    reason: notification.outcomeReason ?? "",
    resolution: resolutionLine(notification.resolution, reader),
  };
}

const words: Readonly<Record<Resolution, string>> = {
  accepted: "Accepted",
  linked: "Applied to an order",
  refunded: "Marked for refund",
  dismissed: "Dismissed",
  "asked-again": "Another verification requested",
};

function resolutionLine(resolution: ReviewResolution | null, reader: DateReader): string {
  if (resolution === null) return "";
  const { decision, by, at, note } = resolution;
  const line = `${words[decision]} by ${by}, ${minuteOf(at, reader)}`;
  return note ? `${line}: ${note}` : line;
}
