import type { PaymentMessage } from "#payments/payment-provider.ts";
import { type Database, type DatabaseAddress, openDatabase } from "#platform/database/database.ts";
import { startOfDay } from "#platform/time/dates.ts";
import type { Period } from "#subscriptions/model/cycle-dates.ts";
import { openShop } from "../support/orders/shop.ts";
import { billingProvider, nothingReported } from "../support/subscriptions/billing-provider.ts";

export const priceCents = 49_900;

export const rhythm = { charged: "monthly", anchorDay: 31 } as const;

/** What a process lives through: one month, in which a provider charges and jobs are due. */
export interface MonthSettings {
  readonly address: DatabaseAddress;
  readonly now: number;
  readonly period: Period;
  /** Ids of the attempts whose messages about this month were acknowledged. */
  readonly acknowledged: readonly string[];
}

/** A shop that keeps the plans of an earlier one, unless the database is new. */
export async function openRenewedShop(database: Database, isReopened: boolean) {
  const shop = await openShop(database, { provider: billingProvider(() => []), isReopened });
  return { ...shop, configuration: { rateLimitFactor: 1_000_000 } };
}

export function openAt(address: DatabaseAddress): Database {
  return openDatabase(address);
}

/** The provider's message that it has charged a period. */
export function chargeOf(attemptId: string, period: Period): PaymentMessage {
  const [start, end] = [period.start, period.end].map(
    (day) => startOfDay(day, "UTC") + 15 * 60 * 60 * 1000,
  ) as [number, number];
  return {
    ...nothingReported,
    kind: "completed",
    rawStatus: "paid",
    transactionId: `paid-${attemptId}-${period.start}`,
    attemptId,
    grossCents: priceCents,
    subscription: {
      reference: `sub-${attemptId}`,
      at: start,
      period: { start, end },
      endsWithPeriod: false,
      nextChargeAt: null,
      priceCents,
    },
  };
}
