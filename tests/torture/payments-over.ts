import { orderLifecycle } from "#lifecycle/order-lifecycle.ts";
import { isPaymentDue, settlePayment } from "#money/settling/settle-payment.ts";
import { type Database, type DatabaseAddress, openDatabase } from "#platform/database/database.ts";
import { createLog } from "#platform/metrics/log.ts";
import { systemClock } from "#platform/time/clock.ts";
import { postFor } from "../support/mail/post.ts";
import { anyAccount } from "../support/orders/shop.ts";
import { paymentsThrough } from "../support/payments/payments-through.ts";
import { createProvider, providerSettings } from "../support/payments/provider-settings.ts";

export interface ShopSettings {
  readonly address: DatabaseAddress;
  readonly protocol: "standard" | "rest" | "stripe";
  readonly sandboxUrl: string;
}

/** No process listens here, so notifications that the sandbox itself sends are lost. */
export const publicUrl = "http://127.0.0.1:9";

/** Dependencies of orders and payments. The caller closes the database. */
export function paymentsOver(
  database: Database,
  { protocol, sandboxUrl }: Omit<ShopSettings, "address">,
) {
  const clock = systemClock;
  const { secret } = providerSettings;
  const configuration = { rateLimitFactor: 1_000_000 };
  const post = postFor({ publicUrl });
  const payments = paymentsThrough({
    database,
    provider: createProvider("sandbox", {
      ...providerSettings,
      publicUrl,
      sandboxUrl,
      ownUrl: sandboxUrl,
      sandboxProtocols: [protocol],
    }),
    secret,
    clock,
    log: createLog("silent"),
    onVerified: settlePayment({ clock, post, lifecycle: orderLifecycle }),
    onReview: async () => {},
    isDue: isPaymentDue,
  });
  return {
    database,
    clock,
    secret,
    configuration,
    payments,
    lifecycle: orderLifecycle,
    post,
    publicUrl,
    lockActorAccount: anyAccount,
    nameFromOrder: async () => {},
    clientAddress: "203.0.113.7",
  };
}

export function shopOf(settings: ShopSettings) {
  return paymentsOver(openDatabase(settings.address), settings);
}
