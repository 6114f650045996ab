import {
  notificationsAbout,
  rawOfNotifications,
  type StoredNotification,
} from "#payments/notifications/notifications-about.server.ts";
import type { PaymentProvider } from "#payments/payment-provider.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { PaymentProgressDependencies } from "../paying/payment-progress.ts";
import { ledgerOfOrder, notificationIds } from "./order-ledger.server.ts";

const mostFields = 80;
const longestValue = 500;

/** At most 80 fields, with values of at most 500 characters. */
export function fieldsOfMessage(
  provider: PaymentProvider,
  raw: Uint8Array,
): readonly (readonly [name: string, value: string])[] {
  const cut = (text: string) => text.slice(0, longestValue);
  const fields = provider.notificationFields(raw).slice(0, mostFields);
  return fields.map(([name, value]) => [cut(name), cut(value)]);
}

export interface OrderNotification extends StoredNotification {
  /** Null when no amount can be read. */
  readonly grossCents: number | null;
  readonly currency: string | null;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/**
 * Returns at most `mostNotificationsShown` notifications, oldest first. Unverified notifications
 * are included if genuine notifications leave room. Throws "unauthenticated" and "forbidden".
 */
export async function orderNotifications(
  { database: { read }, payments }: Pick<PaymentProgressDependencies, "database" | "payments">,
  actor: Actor,
  orderId: string,
): Promise<readonly OrderNotification[]> {
  requireRight(actor, "see every order");
  const ids = notificationIds(await ledgerOfOrder(read, orderId));
  const stored = await notificationsAbout(read, orderId, ids);
  const raws = await rawOfNotifications(
    read,
    stored.map(({ id }) => id),
  );
  return stored.map((notification) => {
    const raw = raws.get(notification.id);
    const provider = payments.through(notification.provider)?.provider;
    // Notifications of a provider that is no longer configured cannot be read.
    if (raw === undefined || provider === undefined) {
      return { ...notification, grossCents: null, currency: null, fields: [] };
    }
    const { grossCents, currency } = provider.readNotification(raw);
    return { ...notification, grossCents, currency, fields: fieldsOfMessage(provider, raw) };
  });
}
